import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { forms } from '#content/forms.ts'
import { formWith, publicForms } from '#tests/support/forms.ts'
import { startSite } from '#tests/support/site-process.ts'
import { visitor } from '#tests/support/visitor.ts'

// What every public form answers to whatever is sent to it, whoever sends it.

let people = 0
const somebody = () => {
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
  /** Somebody with the form filled in, and how they post something else in its place. */
  async function filledIn(on: { url: string } = site) {
    const someone = visitor(on)
    const { path, fields, typed } = await form.fill(someone, somebody())
    const texts = Object.entries(fields).flatMap(([name, value]) => (typed.includes(value) ? [name] : []))
    return { someone, path, fields, texts, url: new URL(path, on.url) }
  }
  type Filled = Awaited<ReturnType<typeof filledIn>>

  /** Everything that was typed stands in the form of the answer again. */
  async function expectKept(answer: Response, { texts }: Filled, sent: Record<string, string>) {
    const { fields } = formWith(await answer.text(), 'email')
    expect(Object.fromEntries(texts.map((name) => [name, fields[name]]))).toEqual(
      // A NUL comes back as another control character.
      Object.fromEntries(texts.map((name) => [name, sent[name]?.replaceAll('\0', '\u0001')])),
    )
  }

  const cookiesOf = ({ someone }: Filled) => ({
    Cookie: [...someone.cookies].map((pair) => pair.join('=')).join('; '),
  })
  const send = (filled: Filled, body: BodyInit | null, type?: string) =>
    fetch(filled.url, {
      method: 'POST',
      body,
      redirect: 'manual',
      headers: { ...cookiesOf(filled), ...(type && { 'Content-Type': type }) },
    })

  const urlencoded = 'application/x-www-form-urlencoded'
  const notForms: [string, BodyInit | null, string?][] = [
    ['nothing at all', null],
    ['an empty form', '', urlencoded],
    ['JSON', '{"email":"maya@example.com","name":{"$ne":1}}', 'application/json'],
    ['plain text', 'email=maya@example.com', 'text/plain'],
    ['a type that is none', 'email=maya@example.com', 'x'],
    ['bytes', new Uint8Array([0, 255, 254, 1])],
    ['a multipart body without its boundary', 'email=maya@example.com', 'multipart/form-data'],
    [
      'a multipart body that breaks off',
      '--x\r\nContent-Disposition: form-data; name="email"\r\n\r\nma',
      'multipart/form-data; boundary=x',
    ],
    ['broken escapes', 'email=%zz%E0%A4&name=%&message=%u0000&%=%', urlencoded],
    ['names like a list’s or an object’s', 'email[]=a@b.co&email.x=a@b.co&name[first]=Maya&message[0]=x', urlencoded],
  ]
  test.each(notForms)('answers %s as a form that is not filled in', async (_, body, type) => {
    const filled = await filledIn()
    const answer = await send(filled, body, type)
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('aria-invalid="true"')
  })

  test('takes a multipart form like any other', async () => {
    const filled = await filledIn()
    const body = new FormData()
    for (const [name, value] of Object.entries(filled.fields)) body.set(name, value)
    expect((await send(filled, body)).status).toBe(303)
  })

  test('takes a file for no text', async () => {
    const filled = await filledIn()
    const body = new FormData()
    for (const name of Object.keys(filled.fields)) body.set(name, new Blob(['maya@example.com']), 'maya.txt')
    expect((await send(filled, body)).status).toBe(400)
  })

  test('takes the first of a repeated name, whatever follows', async () => {
    const filled = await filledIn()
    const body = new URLSearchParams(filled.fields)
    for (const name of filled.texts) body.append(name, '\u0000')
    expect((await send(filled, body)).status).toBe(303)
  })

  test('does not mind fields that it does not have, nor hundreds of them', async () => {
    const filled = await filledIn()
    const body = new URLSearchParams(filled.fields)
    for (const name of ['__proto__', 'constructor', 'toString', 'then', 'fieldErrors']) body.append(name, 'x')
    for (let index = 0; index < 900; index += 1) body.append(`field-${index}`, 'x')
    expect((await send(filled, body)).status).toBe(303)
  })

  const refused: [string, string][] = [
    ['NUL', 'Maya\u0000Thomas'],
    ['other control characters', 'Maya\u001b[31m'],
    ['marks that turn the reading direction', 'Maya\u202etxt.exe'],
    ['nothing that can be seen', '\u200b\u2060 '],
    ['200,000 characters', 'x'.repeat(200_000)],
  ]
  test.each(refused)('refuses %s in any of its texts with a sentence beside it', async (_, bad) => {
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
      await expectKept(answer, filled, sent)
    }
  })

  test.each([
    'Zoë Müller 🙂',
    'مريم العلي',
    'שרה כהן',
    '👩🏽‍⚕️ Dr. O’Neill',
    '"><script>alert(1)</script>',
    "'; drop table --",
  ])('keeps %s as it is typed, and never as markup', async (text) => {
    const filled = await filledIn()
    const others = filled.texts.filter((name) => name !== 'email')
    const sent = { ...filled.fields, ...Object.fromEntries(others.map((name) => [name, text])), email: `${text}@` }
    const answer = await filled.someone.post(filled.path, sent)
    expect(answer.status).toBe(400)
    const html = await answer.clone().text()
    expect(html).not.toContain('<script>alert')
    await expectKept(answer, filled, sent)
    const right = { ...sent, email: filled.fields.email ?? '' }
    expect((await filled.someone.post(filled.path, right)).status).toBe(303)
  })

  test('says that a body beyond 256 KB is too long', async () => {
    const filled = await filledIn()
    const answer = await filled.someone.post(filled.path, { ...filled.fields, more: 'x'.repeat(300_000) })
    expect(answer.status).toBe(413)
    expect(await answer.text()).toContain('This form is too long.')
  })

  test('asks to press once more when the hidden field is filled in, with everything kept but that', async () => {
    const filled = await filledIn()
    const page = await (await filled.someone.get(filled.url.pathname)).text()
    const [trap] = /<input[^>]* name="website"[^>]*>/.exec(page.slice(page.indexOf('class="trap"'))) ?? []
    expect(trap).toMatch(/tabindex="-1".*autocomplete="off"|autocomplete="off".*tabindex="-1"/i)
    const answer = await filled.someone.post(filled.path, { ...filled.fields, website: 'https://spam.example' })
    expect(answer.status).toBe(400)
    const html = await answer.clone().text()
    expect(html).toContain(forms.onceMore(form.button))
    expect(html).not.toContain('spam.example')
    await expectKept(answer, filled, filled.fields)
    // What the answer holds is what a browser posts next.
    expect((await filled.someone.post(filled.path, formWith(html, 'email').fields)).status).toBe(303)
  })

  test('asks once about an address that looks mistyped, and refuses none', async () => {
    const filled = await filledIn()
    const sent = { ...filled.fields, email: `maya.${people}@gmial.com` }
    const asked = await filled.someone.post(filled.path, sent)
    expect(asked.status).toBe(200)
    const html = await asked.clone().text()
    expect(html).toContain('Did you mean gmail.com?')
    await expectKept(asked, filled, sent)
    expect((await filled.someone.post(filled.path, formWith(html, 'email').fields)).status).toBe(303)
  })

  test('says what is wrong with a suggestion that somebody else made', async () => {
    const filled = await filledIn()
    const sent = { ...filled.fields, suggested: 'not an address' }
    expect((await filled.someone.post(filled.path, sent)).status).toBe(400)
  })

  test('is posted and nothing else', async () => {
    const filled = await filledIn()
    const query = new URL(filled.url)
    query.search = new URLSearchParams(filled.fields).toString()
    expect((await fetch(query)).status).toBe(200)
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const body = new URLSearchParams(filled.fields)
      const answer = await fetch(filled.url, { method, body, headers: cookiesOf(filled) })
      expect([answer.status, answer.headers.get('Allow')], method).toEqual([405, 'GET, HEAD, POST'])
    }
  })

  test(
    'takes thirty an hour from one network; then says when to come back and whom to call',
    { timeout: 120_000 },
    async () => {
      const limited = await startSite()
      onTestFinished(async () => void (await limited.stop()))
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
      await expectKept(answer, last, last.fields)
    },
  )
})
