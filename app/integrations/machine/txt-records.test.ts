import { Resolver } from 'node:dns/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { txtRecords } from './txt-records.server.ts'

afterEach(() => vi.restoreAllMocks())

const failing = (code: string) => Object.assign(new Error(code), { code })

test('the parts of a record are one text', async () => {
  vi.spyOn(Resolver.prototype, 'resolveTxt').mockResolvedValue([['v=DKIM1; ', 'p=MIIB'], ['v=spf1 -all']])
  expect(await txtRecords('clinic.example')).toEqual(['v=DKIM1; p=MIIB', 'v=spf1 -all'])
})

test.each(['ENODATA', 'ENOTFOUND'])('a name without records has none: %s', async (code) => {
  vi.spyOn(Resolver.prototype, 'resolveTxt').mockRejectedValue(failing(code))
  expect(await txtRecords('clinic.example')).toEqual([])
})

test('a name server that does not answer is no name without records', async () => {
  vi.spyOn(Resolver.prototype, 'resolveTxt').mockRejectedValue(failing('ETIMEOUT'))
  await expect(txtRecords('clinic.example')).rejects.toThrow('ETIMEOUT')
})
