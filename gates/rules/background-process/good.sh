./helper > out.log 2>&1
