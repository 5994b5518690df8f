"""Run by `python.test.ts`, and by hand: python3 -m unittest discover -s tests, with the SDK's folder in PYTHONPATH."""

import contextlib
import io
import json
import subprocess
import sys
import unittest
from pathlib import Path
from unittest import mock

folder = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(folder), str(folder.parent / 'base-image' / 'python')]

from rates import is_rate, look_up, read_rates  # noqa: E402
from travel_skill import Call, SkillError, run  # noqa: E402

BODY = {'amount': 1.0, 'base': 'USD', 'date': '2026-11-19', 'rates': {'JPY': 151.2, 'EUR': 0.92}}


class Answer:
    def __init__(self, status, text):
        self.status_code = status
        self.text = text

    def json(self):
        return json.loads(self.text)


class Http:
    """Gives every request the same answer, and records the requests."""

    def __init__(self, body=BODY, status=200):
        self.answer = Answer(status, body if isinstance(body, str) else json.dumps(body))
        self.asked = []

    def get(self, url, params):
        self.asked.append((url, params))
        return self.answer


def ask(http, **params):
    return look_up(http, Call('rates', {'base': 'USD', **params}))


class LookUp(unittest.TestCase):
    def test_gives_the_rates_by_currency(self):
        http = Http()
        output = ask(http)
        self.assertEqual(http.asked, [('https://api.frankfurter.dev/v1/latest', {'base': 'USD'})])
        self.assertEqual(
            output['results'],
            [
                {'base': 'USD', 'currency': 'EUR', 'rate': 0.92, 'date': '2026-11-19'},
                {'base': 'USD', 'currency': 'JPY', 'rate': 151.2, 'date': '2026-11-19'},
            ],
        )
        self.assertEqual(output['metadata'], {'source_api': 'api.frankfurter.dev', 'partial': False, 'has_more': False})

    def test_asks_for_a_day_and_for_other_currencies_than_the_base(self):
        http = Http()
        ask(http, symbols=['EUR', 'USD', 'JPY'], date='2026-01-30')
        self.assertEqual(http.asked, [('https://api.frankfurter.dev/v1/2026-01-30', {'base': 'USD', 'symbols': 'EUR,JPY'})])

    def test_says_that_a_currency_is_missing(self):
        self.assertTrue(ask(Http(), symbols=['EUR', 'XXX'])['metadata']['partial'])

    def test_says_that_a_rate_is_unreadable(self):
        for rate in None, '151.2', 0:
            output = ask(Http({**BODY, 'rates': {'EUR': 0.92, 'JPY': rate}}))
            self.assertEqual([result['currency'] for result in output['results']], ['EUR'])
            self.assertTrue(output['metadata']['partial'])

    def test_gives_no_more_than_the_caller_wants(self):
        output = look_up(Http(), Call('rates', {'base': 'USD'}, {'max_results': 1}))
        self.assertEqual([result['currency'] for result in output['results']], ['EUR'])
        self.assertTrue(output['metadata']['has_more'])
        self.assertFalse(look_up(Http(), Call('rates', {'base': 'USD'}, {'max_results': 2}))['metadata']['has_more'])

    def test_finding_nothing_is_no_error(self):
        self.assertEqual(ask(Http({**BODY, 'rates': {}}))['results'], [])

    def test_refuses_what_the_source_cannot_have(self):
        for params, field in ({'symbols': ['USD']}, 'symbols'), ({'date': '1998-12-31'}, 'date'):
            http = Http()
            with self.subTest(field), self.assertRaises(SkillError) as raised:
                ask(http, **params)
            self.assertEqual((raised.exception.code, raised.exception.field), ('INVALID_INPUT', field))
            self.assertEqual(http.asked, [])

    def test_names_what_is_wrong_with_the_provider(self):
        cases = [
            (400, 'API_INVALID_PARAMS'),
            (404, 'API_INVALID_PARAMS'),
            (422, 'API_INVALID_PARAMS'),
            (401, 'API_AUTH_FAILED'),
            (403, 'API_AUTH_FAILED'),
            (429, 'API_RATE_LIMITED'),
            (301, 'API_UNAVAILABLE'),
            (500, 'API_UNAVAILABLE'),
            (503, 'API_UNAVAILABLE'),
        ]
        for status, code in cases:
            with self.subTest(status), self.assertRaises(SkillError) as raised:
                ask(Http({'message': 'not found'}, status))
            self.assertEqual(raised.exception.code, code)

    def test_takes_nothing_for_granted_in_an_answer(self):
        bodies = [
            [],
            None,
            {},
            {**BODY, 'base': 'EUR'},
            {**BODY, 'rates': None},
            {**BODY, 'rates': ['EUR']},
            {**BODY, 'rates': {'EUR': '0.92'}},
            {**BODY, 'date': None},
            {**BODY, 'date': 'yesterday'},
            {**BODY, 'date': 20261119},
        ]
        for body in bodies:
            with self.subTest(str(body)), self.assertRaises(SkillError) as raised:
                ask(Http(body))
            self.assertEqual(raised.exception.code, 'API_INVALID_ANSWER')
        with self.assertRaises(SkillError) as raised:
            ask(Http('<html>'))
        self.assertEqual(raised.exception.code, 'API_UNAVAILABLE')


class ReadRates(unittest.TestCase):
    def test_leaves_out_what_is_no_rate(self):
        rates = {'EUR': 0.92, 'AAA': 0, 'BBB': -1, 'CCC': True, 'DDD': None, 'EEE': float('nan'), 'eur': 1, 'EURO': 1, 'A1B': 1, 'U-D': 1}
        self.assertEqual([result['currency'] for result in read_rates({**BODY, 'rates': rates}, 'USD')], ['EUR'])

    def test_knows_a_rate(self):
        self.assertTrue(is_rate(1) and is_rate(0.5))
        self.assertFalse(is_rate(float('inf')) or is_rate('1') or is_rate(False))


class Sdk(unittest.TestCase):
    def run_main(self, main, text):
        """The stdout, stderr and exit code of `run`."""
        with mock.patch('sys.stdin', io.StringIO(text)), contextlib.redirect_stderr(io.StringIO()) as err:
            with contextlib.redirect_stdout(io.StringIO()) as out:
                code = 0
                try:
                    with mock.patch('os._exit', sys.exit):
                        run(main)
                except SystemExit as ended:
                    code = ended.code
        return out.getvalue(), err.getvalue(), code

    given = json.dumps({'action': 'rates', 'params': {'base': 'USD'}, 'config': {'timeout_ms': 1500}})

    def test_prints_the_answer_between_the_markers_and_all_else_to_stderr(self):
        def main(call):
            print('for the log')
            return {'results': [{'text': f'{call.timeout_s} ---SKILL_OUTPUT_END---\nü'}]}

        out, err, code = self.run_main(main, self.given)
        lines = out.split('\n')
        self.assertEqual((lines[0], lines[2:]), ('---SKILL_OUTPUT_START---', ['---SKILL_OUTPUT_END---', '']))
        output = {'status': 'success', 'results': [{'text': '1.5 ---SKILL_OUTPUT_END---\nü'}]}
        self.assertEqual(json.loads(lines[1]), output)
        self.assertEqual((err, code), ('for the log\n', 0))

    def test_a_skill_error_is_an_error_output(self):
        def main(call):
            raise SkillError('API_TIMEOUT', 'slow')

        out, err, code = self.run_main(main, self.given)
        output = {'status': 'error', 'error': {'code': 'API_TIMEOUT', 'message': 'slow'}}
        self.assertEqual(json.loads(out.split('\n')[1]), output)
        self.assertEqual((err, code), ('API_TIMEOUT: slow\n', 0))

    def test_a_skill_error_names_the_field_that_it_refuses(self):
        def main(call):
            raise SkillError('INVALID_INPUT', 'too early', field='date')

        out, _, _ = self.run_main(main, self.given)
        error = {'code': 'INVALID_INPUT', 'message': 'too early', 'field': 'date'}
        self.assertEqual(json.loads(out.split('\n')[1]), {'status': 'error', 'error': error})

    def test_any_other_exception_ends_it_without_an_output(self):
        for main, text in (lambda call: call.params['none'], self.given), (lambda call: {}, 'no JSON'):
            out, err, code = self.run_main(main, text)
            self.assertEqual((out, code), ('', 1))
            self.assertIn('Traceback', err)

    def test_what_json_has_not_is_no_output(self):
        out, _, code = self.run_main(lambda call: {'results': [{'rate': float('nan')}]}, self.given)
        self.assertEqual((out, code), ('', 1))

    def test_the_input_is_there_with_its_line_and_nothing_comes_after_the_output(self):
        code = "from travel_skill import run; run(lambda call: {'results': [call.action]}); print('after')"
        env = {'PYTHONPATH': str(folder.parent / 'base-image' / 'python'), 'PYTHONDONTWRITEBYTECODE': '1'}
        pipes = {'stdin': subprocess.PIPE, 'stdout': subprocess.PIPE}
        with subprocess.Popen([sys.executable, '-c', code], env=env, text=True, **pipes) as process:
            process.stdin.write(f'{self.given}\n')
            process.stdin.flush()
            lines = process.stdout.read().split('\n')
        self.assertEqual(json.loads(lines[1]), {'status': 'success', 'results': ['rates']})
        self.assertEqual(lines[2:], ['---SKILL_OUTPUT_END---', ''])

    def test_the_skill_is_a_program_that_runs(self):
        ended = subprocess.run(
            [sys.executable, str(folder / 'main.py')],
            input=json.dumps({'action': 'rates', 'params': {'base': 'USD', 'symbols': ['USD']}}),
            env={'PYTHONPATH': str(folder.parent / 'base-image' / 'python'), 'PYTHONDONTWRITEBYTECODE': '1'},
            capture_output=True,
            text=True,
            check=False,
        )
        if "No module named 'httpx'" in ended.stderr:
            self.skipTest('httpx is not installed here')
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertEqual(json.loads(ended.stdout.split('\n')[1])['error']['code'], 'INVALID_INPUT')


if __name__ == '__main__':
    unittest.main()
