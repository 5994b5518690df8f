eval "$(echo ZWNobyBoZWxsbw== | base64 --decode)"
