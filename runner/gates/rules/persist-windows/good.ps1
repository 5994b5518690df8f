Get-Content $PROFILE
