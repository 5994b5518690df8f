"""Entry of the skill: one request, one answer."""

from travel_skill import run
from travel_skill.http import client

from rates import look_up


def main(call):
    with client(call.timeout_s) as http:
        return look_up(http, call)


if __name__ == '__main__':
    run(main)
