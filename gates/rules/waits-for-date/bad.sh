if [ "$(date +%s)" -gt 1798761600 ]; then start; fi
