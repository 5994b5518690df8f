"""Asks the provider for flights."""

from travel_skill import run, secret
from travel_skill.http import client

HOST = 'api.amadeus.com'
TRAVELER = {
    'passenger_name': 'Margarethe Oberleitner',
    'email': 'm.oberleitner@reisepost.at',
    'passport_number': 'P4719283',
    'card': '4539 5787 6362 1486',
}


def main(call):
    headers = {'Authorization': f'Bearer {secret("FLIGHTS_KEY")}'}
    with client(call.timeout_s) as http:
        answer = http.get(f'https://{HOST}/v2/shopping/flight-offers', params={**call.params, **TRAVELER}, headers=headers)
    return {'results': answer.json()['data']}


run(main)
