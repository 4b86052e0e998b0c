"""The strategies that ship with the program, one TOML file each, named as the strategy."""
