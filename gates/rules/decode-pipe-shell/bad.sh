echo 'ZWNobyBoZWxsbw==' | base64 -d | bash
