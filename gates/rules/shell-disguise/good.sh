echo abc | rev
printf "%s\n" "$name"
