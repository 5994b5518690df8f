"""Compares the HTTP cases of the sandbox's libraries with the recorded values of the real ones.

python3 compare_http.py                    compares with http_reference.jsonl, and checks the table of docs/python.md
python3 compare_http.py --write            also writes the table
python3 compare_http.py --record PYTHON    first records the values with an interpreter that has httpx and requests
"""

import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
REFERENCE = os.path.join(HERE, 'http_reference.jsonl')
DOCS = os.path.join(HERE, '..', '..', '..', '..', 'docs', 'python.md')
START, END = '<!-- cases -->\n', '<!-- end of cases -->'
NAMES = {'httpx': '`httpx`', 'requests': '`requests`', 'urllib': '`urllib.request`'}


def run(python, kind):
    command = [python, '-B', os.path.join(HERE, 'run_http_cases.py'), kind]
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)


def read_reference():
    """The versions of the real libraries, and the value of each case."""
    with open(REFERENCE, encoding='utf-8') as file:
        versions, *values = map(json.loads, file)
    return versions, dict(values)


def listed_cases():
    return [tuple(entry) for entry in run(sys.executable, 'list')]


def wrong_cases(cases, expected, values):
    """What to report for each case whose value is not as it should be."""
    for library, title, differs in cases:
        key = f'{library}: {title}'
        if key not in expected or 'unexpected' in repr(expected[key]):
            yield f'{key}\n  is not recorded. Record the values of the real libraries again'
        elif (expected[key] == values[key]) == bool(differs):
            real, ours = (json.dumps(value, ensure_ascii=False) for value in (expected[key], values[key]))
            yield (
                f'{key}\n  is marked as different, and is the same'
                if differs
                else f'{key}\n  real: {real}\n  ours: {ours}'
            )


def table_of(cases, versions):
    lines = [
        f"Compared with httpx {versions['httpx']}, requests {versions['requests']} and Python's `urllib.request`.",
        '',
    ]
    found = {(library, title): 'differs' if differs else 'same' for library, title, differs in cases}
    titles = list(dict.fromkeys(title for _, title, _ in cases))
    lines += rows(
        ['case', *NAMES.values()],
        [[title, *(found.get((library, title), '') for library in NAMES)] for title in titles],
    )
    lines += ['', 'What differs, and what to use instead:', '']
    lines += rows(
        ['library', 'case', 'instead'],
        [[NAMES[library], title, differs] for library, title, differs in cases if differs],
    )
    return '\n'.join(lines) + '\n'


def rows(head, body):
    widths = [max(len(row[column]) for row in [head, *body]) for column in range(len(head))]
    rule = ['-' * width for width in widths]
    return [
        '| ' + ' | '.join(cell.ljust(width) for cell, width in zip(row, widths)) + ' |' for row in (head, rule, *body)
    ]


def main(options):
    if '--record' in options:
        recorded = run(options[options.index('--record') + 1], 'real')
        with open(REFERENCE, 'w', encoding='utf-8') as file:
            for line in (recorded['versions'], *recorded['values'].items()):
                file.write(json.dumps(line, ensure_ascii=False) + '\n')
    versions, expected = read_reference()
    cases = listed_cases()
    wrong = list(wrong_cases(cases, expected, run(sys.executable, 'guest')['values']))
    with open(DOCS, encoding='utf-8') as file:
        before, _, rest = file.read().partition(START)
    written, _, after = rest.partition(END)
    table = f"\n{table_of(cases, versions)}\n"
    if '--write' in options:
        with open(DOCS, 'w', encoding='utf-8') as file:
            file.write(before + START + table + END + after)
    elif written != table:
        wrong.append('docs/python.md\n  is not up to date. Run compare_http.py --write')
    print('\n'.join(wrong) or f'{len(cases)} cases are as expected')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
