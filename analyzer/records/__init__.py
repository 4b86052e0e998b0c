"""Records of single games: files of them, and what a judge says of one."""
