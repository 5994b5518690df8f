ls .git/hooks/
