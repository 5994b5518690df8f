"""A minimal program with an optional HTTPS call, run by every subject. It loads its libraries before reading input."""

import http.client
import json
import ssl
import sys

call = json.load(sys.stdin)
answer = {'hello': call['params']['name']}
if call['action'] == 'ask':
    link = http.client.HTTPSConnection('api.example.com', timeout=10)
    link.request('GET', '/v1/hello')
    answer['status'] = link.getresponse().status
print('---SKILL_OUTPUT_START---')
print(json.dumps({'status': 'success', 'results': [answer]}))
print('---SKILL_OUTPUT_END---')
