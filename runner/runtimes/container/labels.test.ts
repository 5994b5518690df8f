import { describe, expect, test } from 'vitest'
import { labelsOf, type Owner, ownerOf } from './labels.ts'

const owner: Owner = {
  installation: 'f00d',
  instance: 'inst_1',
  execution: 'exec_1',
  expiresMs: Date.UTC(2026, 2, 15, 11, 30),
}

test('labels identify the owner', () => {
  expect(labelsOf(owner)).toEqual({
    'aw.travel.installation': 'f00d',
    'aw.travel.instance': 'inst_1',
    'aw.travel.execution': 'exec_1',
    'aw.travel.expires': '2026-03-15T11:30:00.000Z',
  })
  expect(ownerOf(labelsOf(owner))).toEqual(owner)
})

describe('ignores labels that are incomplete or malformed', () => {
  const labels = labelsOf(owner)
  test.each([
    ['no labels', null],
    ['only labels of others', { maintainer: 'somebody' }],
    ['no installation', { ...labels, 'aw.travel.installation': undefined }],
    ['an empty instance', { ...labels, 'aw.travel.instance': '' }],
    ['an expiry that is not a time', { ...labels, 'aw.travel.expires': 'soon' }],
    ['a list', [labels]],
  ])('%s', (_, given) => {
    expect(ownerOf(given)).toBeUndefined()
  })
})
