import { isAPIError } from 'better-auth/api'
import { type createAuth, ofAccount } from './auth.server.ts'
import { sessionHeaders } from './sessions.server.ts'

type Answer<Response> = {
  id: string
  rawId: string
  type: 'public-key'
  clientExtensionResults: object
  response: Response & { clientDataJSON: string }
}
/** What a browser answers to a challenge, in WebAuthn's JSON: with a passkey just created, or with one it has. */
export type CreatedPasskey = Answer<{ attestationObject: string; transports?: string[] | undefined }>
export type PasskeyAnswer = Answer<{ authenticatorData: string; signature: string }>

/** `options`: for the browser. The challenge is answered once, within five minutes, by who has the cookies. */
export type PasskeyChallenge = { options: object; cookies: string[] }

/** `createdAt`: epoch milliseconds. */
export type Passkey = { id: string; name: string; createdAt: number }

type Row = { id: string; name?: string | null; createdAt: Date }
type Named = { accountId: string; id: string }

/** Passkeys that are opened by the device's PIN, finger or face, for PUBLIC_URL's host alone. */
export function createPasskeys(auth: ReturnType<typeof createAuth>) {
  const whereNamed = ({ accountId, id }: Named) => [{ field: 'id', value: id }, ...ofAccount(accountId)]

  return {
    /** The oldest first. */
    async listPasskeys(accountId: string): Promise<Passkey[]> {
      const { adapter } = await auth.$context
      const rows = await adapter.findMany<Row>({ model: 'passkey', where: ofAccount(accountId) })
      return rows
        .map(({ id, name, createdAt }) => ({ id, name: name ?? '', createdAt: createdAt.getTime() }))
        .toSorted((a, b) => a.createdAt - b.createdAt)
    },

    async hasPasskeys(accountId: string) {
      const { adapter } = await auth.$context
      return (await adapter.count({ model: 'passkey', where: ofAccount(accountId) })) > 0
    },

    /** For a new passkey of the session's account. `site`: whose it is, as the device shows it. */
    async startPasskey(headers: Headers, site: string): Promise<PasskeyChallenge> {
      const { response, headers: answered } = await auth.api.generatePasskeyRegistrationOptions({
        headers,
        returnHeaders: true,
      })
      const options = { ...response, rp: { ...response.rp, name: site } }
      return { options, cookies: answered.getSetCookie() }
    },

    /** The new passkey's id; undefined when the answer is not right. */
    async addPasskey({ created, name }: { created: CreatedPasskey; name: string }, headers: Headers) {
      const added = await undefinedIfRejected(
        auth.api.verifyPasskeyRegistration({ body: { response: created, name }, headers }),
      )
      return added?.id
    },

    /** With a session, for one of its account's passkeys; else for any of this site. */
    async challengePasskey(headers: Headers): Promise<PasskeyChallenge> {
      const { response, headers: answered } = await auth.api.generatePasskeyAuthenticationOptions({
        headers,
        returnHeaders: true,
      })
      return { options: { ...response, userVerification: 'required' }, cookies: answered.getSetCookie() }
    },

    /** Starts a new session; undefined when the answer is not right. */
    async signInWithPasskey(answer: PasskeyAnswer, headers: Headers) {
      const entered = await undefinedIfRejected(
        auth.api.verifyPasskeyAuthentication({
          body: { response: answer },
          headers: sessionHeaders(headers),
          returnHeaders: true,
        }),
      )
      if (!entered) return undefined
      const { session } = entered.response
      return { accountId: session.userId, sessionId: session.id, cookies: entered.headers.getSetCookie() }
    },

    /** False when the account has no such passkey. */
    async renamePasskey({ name, ...named }: Named & { name: string }) {
      const { adapter } = await auth.$context
      return (await adapter.updateMany({ model: 'passkey', where: whereNamed(named), update: { name } })) > 0
    },

    async removePasskey(named: Named) {
      const { adapter } = await auth.$context
      return (await adapter.deleteMany({ model: 'passkey', where: whereNamed(named) })) > 0
    },

    async removePasskeys(accountId: string) {
      const { adapter } = await auth.$context
      await adapter.deleteMany({ model: 'passkey', where: ofAccount(accountId) })
    },
  }
}

async function undefinedIfRejected<Result>(checked: Promise<Result>): Promise<Result | undefined> {
  try {
    return await checked
  } catch (error) {
    if (!isAPIError(error)) throw error
    return undefined
  }
}
