import type { Database } from '#app/database/connection.server.ts'
import { plain } from './shown.ts'
import { leastForStaff } from '#app/domain/accounts/password-rules.ts'
import { sessionCookie } from '#app/domain/accounts/session-cookie.ts'
import { createSignIn } from '#app/integrations/sign-in/sign-in.server.ts'
import { formWith, visitor } from './visitor.ts'
import type { Page } from '@playwright/test'
import { loginPage } from '#content/pages/login.ts'
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** The sign-in library on a test's database, as on a site without PUBLIC_URL. */
export const openSignIn = ({ libraryDb, kind }: Database, { requireVerifiedEmail = true } = {}) =>
  createSignIn(
    { db: libraryDb, type: kind },
    {
      secret: 's'.repeat(40),
      publicOrigin: 'http://localhost',
      secure: false,
      sessionCookie,
      requireVerifiedEmail,
      longFrom: leastForStaff,
    },
  )

/** Passwords that are on no list of common passwords. */
export const goodPassword = 'nine sparrows on a wire'
export const otherPassword = 'kettle umbrella train'

export type Credentials = { email: string; password: string }

/** A person with their own browser who uses the account pages. */
export function accountHolder(site: { url: string }, headers: Record<string, string> = {}) {
  const browser = visitor(site, headers)
  return {
    ...browser,
    signUp: (credentials: Credentials & { name?: string }) => browser.post('/login?mode=sign-up', credentials),
    logIn: (credentials: Credentials) => browser.post('/login', credentials),
    forgot: (email: string) => browser.post('/login/forgot', { email }),
    logOut: () => browser.post('/logout', {}),
    /** Whether pages treat the person as signed in. */
    isSignedIn: async () => (await browser.get('/login')).status === 302,
    /** Fills in the form that has this field, and submits it. */
    async fill(path: string, field: string, typed: Record<string, string>) {
      const { action, fields } = formWith(await (await browser.get(path)).text(), field)
      return browser.post(action.startsWith('#') || !action ? path : action, { ...fields, ...typed })
    },
  }
}

/** The path of the link in an email that begins like this, such as '/login/reset/…'. */
export function linkIn(text: string, begin: string) {
  const path = new RegExp(`https?://[^/\\s]+(${begin}[^\\s"]*)`).exec(text)?.[1]
  if (!path) throw new Error(`the email has no link to ${begin}`)
  return path
}

/** A new address each time, because tests share a site. */
export const newAddress = () => `p${Math.random().toString(36).slice(2, 10)}@example.com`

/** The button with this name in the main part of the page. */
export const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click()

/** Signs up with one request on a site without a mail server, which also signs in. */
export async function signUpIn(page: Page) {
  const form = { email: newAddress(), name: 'Maya Thomas', password: goodPassword }
  const answer = await page.request.post('/login?mode=sign-up', { form, maxRedirects: 0 })
  if (answer.status() !== 303) throw new Error(`signing up failed: ${answer.status()}`)
}

/** The same through the form, as a person does. */
export async function signUpByHand(page: Page, { email = newAddress(), name = 'Maya Thomas' } = {}) {
  await page.goto('/login')
  await page.getByRole('main').getByRole('link', { name: loginPage.signUp.button, exact: true }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(goodPassword)
  await press(page, loginPage.signUp.button)
  await page.waitForURL('/')
  return { email, name, password: goodPassword }
}

type CreationOptions = { challenge: string; rp: { id?: string } }
type RequestOptions = { challenge: string; rpId?: string }

/** How a test's authenticator or browser departs from a good one. */
type Fault = { origin?: string; isVerified?: boolean; counter?: number }

const present = 1
const verified = 4
const hasCredential = 64

/** A device with one passkey, in software, and the browser that asks it; both as WebAuthn describes them. */
export function softwareAuthenticator(siteOrigin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  const host = new URL(siteOrigin).hostname
  let counter = 0

  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  function authenticatorData(rpId: string, flags: number, fault: Fault, rest: Buffer[] = []) {
    counter = fault.counter ?? counter + 1
    const counted = Buffer.alloc(5)
    counted[0] = flags | present | (fault.isVerified === false ? 0 : verified)
    counted.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(rpId), counted, ...rest])
  }

  const answer = (response: Record<string, unknown>) =>
    JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response })

  return {
    id,
    create({ challenge, rp }: CreationOptions, fault: Fault = {}) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const credential = [Buffer.alloc(16), length, credentialId, coseKey(publicKey)]
      const authData = authenticatorData(rp.id ?? host, hasCredential, fault, credential)
      const attestationObject = cbor(
        new Map<string, Cbor>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      )
      return answer({
        clientDataJSON: clientData('webauthn.create', challenge, fault.origin ?? siteOrigin).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      })
    },

    get({ challenge, rpId = host }: RequestOptions, fault: Fault = {}) {
      const data = clientData('webauthn.get', challenge, fault.origin ?? siteOrigin)
      const authData = authenticatorData(rpId, 0, fault)
      return answer({
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey).toString('base64url'),
      })
    },
  }
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

/** RFC 9053: an ES256 key on P-256. */
function coseKey(key: KeyObject) {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
}

type Cbor = number | string | Buffer | Map<string | number, Cbor>

/** RFC 8949, as much of it as a passkey needs. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([name, each]) => [cbor(name), cbor(each)])])
}

function head(kind: number, length: number) {
  if (length < 24) return Buffer.from([(kind << 5) | length])
  if (length < 256) return Buffer.from([(kind << 5) | 24, length])
  return Buffer.from([(kind << 5) | 25, length >> 8, length & 255])
}

type Device = ReturnType<typeof softwareAuthenticator>
type Browser = ReturnType<typeof visitor>

/** The options in the page that offers to create a passkey; undefined where none does. */
export function passkeyOptionsIn(html: string): CreationOptions | undefined {
  const [, options] = /data-options="([^"]+)"/.exec(html) ?? []
  return options && JSON.parse(plain(options))
}

/** Adds the device's passkey to the account of who is signed in; `start`: further fields that start it. */
export async function addPasskeyOn(path: string, browser: Browser, device: Device, start: Record<string, string>) {
  const page = await browser.post(path, { intent: 'start-passkey', ...start })
  const options = passkeyOptionsIn(await page.text())
  if (!options) throw new Error(`no passkey can be created: ${page.status}`)
  return browser.post(path, { intent: 'add-passkey', name: 'Phone', created: device.create(options) })
}

/** What the script of a page gets from a device, for its form. */
export async function answerChallenge(browser: Browser, device: Device, fault: Fault = {}) {
  const answer = await browser.post('/login/challenge', {})
  if (answer.status !== 200) throw new Error(`no challenge: ${answer.status}`)
  const { options }: { options: RequestOptions } = await answer.json()
  return device.get(options, fault)
}
