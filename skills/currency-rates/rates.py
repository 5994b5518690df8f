"""Asks Frankfurter (https://frankfurter.dev/v1) for reference rates, and turns its answer into results."""

import datetime
import math

from travel_skill import SkillError

HOST = 'api.frankfurter.dev'
FIRST_DAY = '1999-01-04'


def look_up(http, call):
    """The skill's answer to one call. `http` is an httpx client, or has its interface."""
    if call.action != 'rates':
        raise SkillError('INVALID_INPUT', 'the action is not rates')
    base = call.params['base']
    symbols = [symbol for symbol in call.params.get('symbols', []) if symbol != base]
    if 'symbols' in call.params and not symbols:
        raise SkillError('INVALID_INPUT', 'contains only the base', field='symbols')
    day = call.params.get('date', 'latest')
    if day < FIRST_DAY:
        raise SkillError('INVALID_INPUT', f'is before {FIRST_DAY}', field='date')

    query = {'base': base, **({'symbols': ','.join(symbols)} if symbols else {})}
    answer = http.get(f'https://{HOST}/v1/{day}', params=query)
    check_status(answer.status_code)
    body = json_of(answer)
    results = read_rates(body, base)
    # The source omits currencies that it does not have, and read_rates omits unreadable rates.
    known = {result['currency'] for result in results}
    partial = any(symbol not in known for symbol in symbols) or len(results) < len(body['rates'])
    most = call.config.get('max_results', len(results))
    return {
        'results': results[:most],
        'metadata': {'source_api': HOST, 'partial': partial, 'has_more': len(results) > most},
    }


def check_status(status):
    if status == 200:
        return
    if status in (400, 404, 422):
        raise SkillError('API_INVALID_PARAMS', f'status {status}: an unknown currency or day')
    if status in (401, 403):
        raise SkillError('API_AUTH_FAILED', f'status {status}')
    if status == 429:
        raise SkillError('API_RATE_LIMITED', 'status 429')
    raise SkillError('API_UNAVAILABLE', f'status {status}')


def json_of(answer):
    try:
        return answer.json()
    except ValueError as error:
        raise SkillError('API_UNAVAILABLE', f'the answer is not JSON: {error}') from error


def read_rates(body, base):
    """`[{base, currency, rate, date}]`, by currency. Omits rates that are not positive numbers."""
    fields = body if isinstance(body, dict) else {}
    rates = fields.get('rates')
    if fields.get('base') != base or not isinstance(rates, dict):
        raise SkillError('API_INVALID_ANSWER', 'the answer has no rates for the requested base')
    day = day_of(fields.get('date'))
    results = [
        {'base': base, 'currency': currency, 'rate': rate, 'date': day}
        for currency, rate in sorted(rates.items())
        if is_currency(currency) and is_rate(rate)
    ]
    if rates and not results:
        raise SkillError('API_INVALID_ANSWER', 'the answer has no readable rate')
    return results


def day_of(text):
    try:
        return datetime.date.fromisoformat(text).isoformat()
    except (TypeError, ValueError) as error:
        raise SkillError('API_INVALID_ANSWER', 'the answer has no date') from error


def is_currency(text):
    return len(text) == 3 and text.isascii() and text.isalpha() and text.isupper()


def is_rate(value):
    return type(value) in (int, float) and math.isfinite(value) and value > 0
