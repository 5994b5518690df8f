A=cur; B=rel
echo "$A$B"
DIR=src
"$DIR/run"
