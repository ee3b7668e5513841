import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { forms } from '#content/forms.ts'
import { formWith, publicForms, visitor } from '#tests/support/visitor.ts'
import { startSite } from '#tests/support/site.ts'
import { startSiteForTest } from '#tests/support/databases.ts'

// Every public form responds to any input in the same way.

let people = 0
const newPerson = () => {
  people += 1
  return { name: `Maya Thomas ${people}`, email: `maya-${people}@example.com` }
}

let site: Awaited<ReturnType<typeof startSite>>
beforeAll(async () => {
  site = await startSite({ ABUSE_LIMITS: 'off' })
})
afterAll(async () => {
  const output = site?.output() ?? ''
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200)
  await site.stop()
  expect(output.split('\n').filter((line) => line.includes('"level":50'))).toEqual([])
  expect(output).not.toMatch(/Maya Thomas|maya-\d+@/)
})

describe.each(publicForms)('the $name form', (form) => {
  /** A visitor with a filled-in form, and what a test needs to post something else instead. */
  async function filledIn(on: { url: string } = site) {
    const someone = visitor(on)
    const { path, fields, typed } = await form.fill(someone, newPerson())
    const texts = Object.entries(fields).flatMap(([name, value]) => (typed.includes(value) ? [name] : []))
    return { someone, path, fields, texts, url: new URL(path, on.url) }
  }
  type Filled = Awaited<ReturnType<typeof filledIn>>

  /** The form in the response contains everything that was typed. */
  async function expectInputPreserved(answer: Response, { texts }: Filled, sent: Record<string, string>) {
    const { fields } = formWith(await answer.text(), 'email')
    expect(Object.fromEntries(texts.map((name) => [name, fields[name]]))).toEqual(
      // A NUL is returned as another control character.
      Object.fromEntries(texts.map((name) => [name, sent[name]?.replaceAll('\0', '\u0001')])),
    )
  }

  const toCookieHeader = ({ someone }: Filled) => ({
    Cookie: [...someone.cookies].map((pair) => pair.join('=')).join('; '),
  })
  const send = (filled: Filled, body: BodyInit | null, type?: string) =>
    fetch(filled.url, {
      method: 'POST',
      body,
      redirect: 'manual',
      headers: { ...toCookieHeader(filled), ...(type && { 'Content-Type': type }) },
    })

  const urlencoded = 'application/x-www-form-urlencoded'
  const notForms: [string, BodyInit | null, string?][] = [
    ['no body', null],
    ['an empty form', '', urlencoded],
    ['JSON', '{"email":"maya@example.com","name":{"$ne":1}}', 'application/json'],
    ['plain text', 'email=maya@example.com', 'text/plain'],
    ['an invalid content type', 'email=maya@example.com', 'x'],
    ['bytes', new Uint8Array([0, 255, 254, 1])],
    ['a multipart body without its boundary', 'email=maya@example.com', 'multipart/form-data'],
    [
      'a truncated multipart body',
      '--x\r\nContent-Disposition: form-data; name="email"\r\n\r\nma',
      'multipart/form-data; boundary=x',
    ],
    ['broken escapes', 'email=%zz%E0%A4&name=%&message=%u0000&%=%', urlencoded],
    ['field names with brackets or dots', 'email[]=a@b.co&email.x=a@b.co&name[first]=Maya&message[0]=x', urlencoded],
  ]
  test.each(notForms)('responds to %s as to an empty form', async (_, body, type) => {
    const filled = await filledIn()
    const answer = await send(filled, body, type)
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('aria-invalid="true"')
  })

  test('accepts a multipart body', async () => {
    const filled = await filledIn()
    const body = new FormData()
    for (const [name, value] of Object.entries(filled.fields)) body.set(name, value)
    expect((await send(filled, body)).status).toBe(303)
  })

  test('rejects a file in place of a text', async () => {
    const filled = await filledIn()
    const body = new FormData()
    for (const name of Object.keys(filled.fields)) body.set(name, new Blob(['maya@example.com']), 'maya.txt')
    expect((await send(filled, body)).status).toBe(400)
  })

  test('uses the first value of a repeated field', async () => {
    const filled = await filledIn()
    const body = new URLSearchParams(filled.fields)
    for (const name of filled.texts) body.append(name, '\u0000')
    expect((await send(filled, body)).status).toBe(303)
  })

  test('ignores unknown fields, even hundreds of them', async () => {
    const filled = await filledIn()
    const body = new URLSearchParams(filled.fields)
    for (const name of ['__proto__', 'constructor', 'toString', 'then', 'fieldErrors']) body.append(name, 'x')
    for (let index = 0; index < 900; index += 1) body.append(`field-${index}`, 'x')
    expect((await send(filled, body)).status).toBe(303)
  })

  const rejected: [string, string][] = [
    ['NUL', 'Maya\u0000Thomas'],
    ['other control characters', 'Maya\u001b[31m'],
    ['only invisible characters', '\u200b\u2060 '],
    ['200,000 characters', 'x'.repeat(200_000)],
  ]
  test.each(rejected)('rejects %s in any text field with an error next to the field', async (_, bad) => {
    const filled = await filledIn()
    for (const name of filled.texts) {
      const sent = { ...filled.fields, [name]: bad }
      const answer = await filled.someone.post(filled.path, sent)
      expect(answer.status, name).toBe(400)
      const html = await answer.clone().text()
      const [control] = new RegExp(`<(input|textarea)[^>]* name="${name}"[^>]*>`).exec(html) ?? []
      expect(control).toContain('aria-invalid="true"')
      const [, error = ''] = /aria-describedby="(?:\S+ )?(\S+-error)"/.exec(control ?? '') ?? []
      expect(html).toContain(`id="${error}"`)
      await expectInputPreserved(answer, filled, sent)
    }
  })

  test.each([
    'Zoë Müller 🙂',
    'مريم العلي',
    'שרה כהן',
    '👩🏽‍⚕️ Dr. O’Neill',
    '"><script>alert(1)</script>',
    "'; drop table --",
  ])('preserves %s as typed, and escapes it', async (text) => {
    const filled = await filledIn()
    const others = filled.texts.filter((name) => name !== 'email')
    const sent = { ...filled.fields, ...Object.fromEntries(others.map((name) => [name, text])), email: `${text}@` }
    const answer = await filled.someone.post(filled.path, sent)
    expect(answer.status).toBe(400)
    const html = await answer.clone().text()
    expect(html).not.toContain('<script>alert')
    await expectInputPreserved(answer, filled, sent)
    const right = { ...sent, email: filled.fields.email ?? '' }
    expect((await filled.someone.post(filled.path, right)).status).toBe(303)
  })

  test('rejects a body of more than 256 KB as too long', async () => {
    const filled = await filledIn()
    const answer = await filled.someone.post(filled.path, { ...filled.fields, more: 'x'.repeat(300_000) })
    expect(answer.status).toBe(413)
    expect(await answer.text()).toContain('This form is too long.')
  })

  test('asks to submit again if the hidden field is filled in, and preserves all other input', async () => {
    const filled = await filledIn()
    const page = await (await filled.someone.get(filled.url.pathname)).text()
    const [trap] = /<input[^>]* name="website"[^>]*>/.exec(page.slice(page.indexOf('class="trap"'))) ?? []
    expect(trap).toMatch(/tabindex="-1".*autocomplete="off"|autocomplete="off".*tabindex="-1"/i)
    const answer = await filled.someone.post(filled.path, { ...filled.fields, website: 'https://spam.example' })
    expect(answer.status).toBe(400)
    const html = await answer.clone().text()
    expect(html).toContain(forms.onceMore(form.button))
    expect(html).not.toContain('spam.example')
    await expectInputPreserved(answer, filled, filled.fields)
    // A browser posts the fields of this response next.
    expect((await filled.someone.post(filled.path, formWith(html, 'email').fields)).status).toBe(303)
  })

  test('asks once about an email address with a likely typo, and then accepts it', async () => {
    const filled = await filledIn()
    const sent = { ...filled.fields, email: `maya.${people}@gmial.com` }
    const question = await filled.someone.post(filled.path, sent)
    expect(question.status).toBe(200)
    const html = await question.clone().text()
    expect(html).toContain('Did you mean gmail.com?')
    await expectInputPreserved(question, filled, sent)
    expect((await filled.someone.post(filled.path, formWith(html, 'email').fields)).status).toBe(303)
  })

  test('rejects a forged suggestion that is not an email address', async () => {
    const filled = await filledIn()
    const sent = { ...filled.fields, suggested: 'not an address' }
    expect((await filled.someone.post(filled.path, sent)).status).toBe(400)
  })

  test('accepts only POST', async () => {
    const filled = await filledIn()
    const query = new URL(filled.url)
    query.search = new URLSearchParams(filled.fields).toString()
    expect((await fetch(query)).status).toBe(200)
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const body = new URLSearchParams(filled.fields)
      const answer = await fetch(filled.url, { method, body, headers: toCookieHeader(filled) })
      expect([answer.status, answer.headers.get('Allow')], method).toEqual([405, 'GET, HEAD, POST'])
    }
  })

  test('accepts at least 30 posts an hour from one network, and then shows when to try again and a phone number', async () => {
    const limited = await startSiteForTest('sqlite')
    const all: Filled[] = []
    for (let each = 0; each < 62; each += 1) all.push(await filledIn(limited))
    await new Promise((resolve) => setTimeout(resolve, 2_100))
    const statuses: number[] = []
    for (const { someone, path, fields } of all.slice(0, -1)) statuses.push((await someone.post(path, fields)).status)
    expect([...new Set(statuses.slice(0, 30))]).toEqual([303])
    expect(statuses.at(-1)).toBe(429)

    const last = all.at(-1)!
    const answer = await last.someone.post(last.path, last.fields)
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(3_000)
    const html = await answer.clone().text()
    expect(html).toContain(form.failure)
    expect(html.replaceAll(/<\/?span[^>]*>/g, '')).toMatch(/try again after \d+(:\d\d)? [ap]m/)
    expect(html.replaceAll(/<\/?span[^>]*>/g, '')).toContain(`or call ${contentFacts(Date.now()).phone.display}.`)
    await expectInputPreserved(answer, last, last.fields)
  })
})
