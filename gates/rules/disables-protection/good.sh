xattr -l helper.app
