import { expect, test } from 'vitest'
import { schedulingContract } from '#tests/support/hosted-services.ts'
import { hostedWidgetUrl } from './hosted-widget.ts'

/** The contract's names in their order, each filled in and percent-encoded. */
function asContract(values: Record<string, string>) {
  const [, query = ''] = schedulingContract.iframe.src.split('?')
  return query.split('&').map((pair) => {
    const [name = '', pattern = ''] = pair.split('=')
    return [name, pattern.replaceAll(/\{([^}]+)\}/g, (_, key: string) => values[key] ?? '')]
  })
}

test('the address has exactly the contract’s names and values, encoded, with line breaks', () => {
  const [name, email, phone, health] = [
    'Maya & José',
    'maya+1@example.com',
    '(205) 555-0142',
    'Back pain?\r\n#2: 100 %',
  ]
  const address = hostedWidgetUrl('https://widget.example/clinic?hide_gdpr_banner=1', 'Skin Care', {
    name,
    email,
    phone,
    health,
  })
  const { search, searchParams } = new URL(address)
  expect(search.slice(1)).toMatch(/^[\w%+=&.*~-]+$/)
  expect([...searchParams]).toEqual([
    ['hide_gdpr_banner', '1'],
    ...asContract({
      name,
      email,
      phone,
      'health condition': health,
      'service title or General Consultation': 'Skin Care',
    }),
  ])
})
