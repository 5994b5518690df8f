powershell -File build.ps1
Start-Process notepad -WindowStyle Hidden
