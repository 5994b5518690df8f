xattr -d com.apple.quarantine helper.app
