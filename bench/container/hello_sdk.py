"""The program of hello.py as a typical skill: with the SDK, and with httpx for the request."""

from travel_skill import run
from travel_skill.http import client


def main(call):
    answer = {'hello': call.params['name']}
    if call.action == 'ask':
        with client(call.timeout_s) as http:
            answer['status'] = http.get('https://api.example.com/v1/hello').status_code
    return {'results': [answer]}


run(main)
