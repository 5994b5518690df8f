import { expect, test } from 'vitest'
import { DatePricesQuery } from './date-price.ts'

const problemsOf = (...dates: string[]) => {
  const trip = { origin: 'AMS', destination: 'AUA', date: '2027-02-13', return_date: '2027-02-20' }
  const read = DatePricesQuery.safeParse({ ...trip, dates })
  return read.error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? []
}

test.each(['2027-99-99_2027-99-99', '2027-02-13_2027-02-30', 'x_y'])('refuses days that do not exist: %s', (dates) => {
  const problems = problemsOf(dates)
  expect(problems).not.toEqual([])
  for (const problem of problems) expect(problem).toMatch(/^dates\.0\.\w+ must be a real date/)
})

test('a return is at the earliest on the day before the departure, which a flight across the date line can reach', () => {
  expect(problemsOf('2027-02-13_2027-02-12')).toEqual([])
  expect(problemsOf('2027-02-13_2027-02-11')).toEqual(['dates.0 returns before the departure'])
})
