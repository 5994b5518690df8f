"""Books a flight."""

from travel_skill import run, secret
from travel_skill.http import client

HOST = 'api.amadeus.com'


def main(call):
    headers = {'Authorization': f'Bearer {secret("FLIGHTS_KEY")}'}
    with client(call.timeout_s) as http:
        answer = http.post(f'https://{HOST}/v1/booking/flight-orders', json=call.params, headers=headers)
    return {'results': answer.json()['data']}


run(main)
