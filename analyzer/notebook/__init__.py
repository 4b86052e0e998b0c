"""The Python interface behind `import analyzer as reef`: what it plays, and how results show."""
