import { expect, test } from 'vitest'
import { unknownSkill } from './given-skill.ts'

test.each([
  ['flight-serach', 'Unknown skill flight-serach: did you mean flight-search?'],
  ['trains', 'Unknown skill trains: use one of flight-search, hotel-search'],
])('the error for the unknown skill %s suggests a similar name, or lists all names', (name, message) => {
  expect(unknownSkill(name, ['flight-search', 'hotel-search']).message).toBe(message)
})
