import type { z } from 'zod'
import { deviceName } from '#app/domain/accounts/device-name.ts'
import { parseCreatedPasskey } from '#app/domain/accounts/passkey-answers.server.ts'
import { addPasskey, removePasskey, renamePasskey } from '#app/domain/accounts/passkeys.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { formatClinicDate } from '#app/domain/shared/clinic-time.ts'
import { ownValue } from '#app/domain/shared/own-value.ts'
import { optionalField, singleLine } from '#app/domain/shared/plain-text.server.ts'
import { passkeys as words } from '#content/pages/passkeys.ts'
import { pageContext, servicesContext, type RequestContext } from './context.ts'
import type { Typed } from './parse-form.ts'
import type { SignedIn } from './viewer.server.ts'

export type ShownPasskey = { id: string; name: string; added: string }

export async function listShownPasskeys(context: RequestContext, accountId: string): Promise<ShownPasskey[]> {
  const passkeys = await context.get(servicesContext).signIn.listPasskeys(accountId)
  return passkeys.map(({ id, name, createdAt }) => ({ id, name, added: formatClinicDate(createdAt, clinicTimeZone) }))
}

/** A passkey to be created: what its button needs, and a name to begin with. */
export type NewPasskey = { options: string; name: string }

/** Only after the person has confirmed who they are. */
export async function startPasskey(request: Request, context: RequestContext): Promise<NewPasskey> {
  const { signIn, clinic } = context.get(servicesContext)
  const { options, cookies } = await signIn.startPasskey(request.headers, clinic.facts(Date.now()).name)
  for (const cookie of cookies) context.get(pageContext).setCookie(cookie)
  return { options: JSON.stringify(options), name: ownName(request) }
}

/** `last`: removing it has to be confirmed. */
type PasskeyDone =
  | { ok: true; done: keyof typeof words.done }
  | { ok: false; error: string }
  | { ok: false; last: string }

/** The intents of `PasskeyList` and `CreatePasskey`; undefined for any other. */
export function findPasskeyAct(
  request: Request,
  context: RequestContext,
  { accountId, sessionId }: SignedIn,
  typed: Typed,
) {
  const services = context.get(servicesContext)
  const owner = { who: accountId, from: context.get(pageContext).clientAddress }
  const { intent, passkey: id = '' } = typed

  const acts: Record<string, () => Promise<PasskeyDone>> = {
    async 'add-passkey'() {
      const name = optionalField(passkeyName).safeParse(typed.name)
      if (!name.success) return fail(name.error)
      const added = await addPasskey(
        services,
        { ...owner, sessionId },
        {
          created: parseCreatedPasskey(typed.created),
          name: name.data ?? ownName(request),
          headers: request.headers,
          now: Date.now(),
        },
      )
      return added.ok ? { ok: true, done: 'added' } : { ok: false, error: words.create.wrong }
    },
    async 'rename-passkey'() {
      const name = passkeyName.safeParse(typed.name)
      if (!name.success) return fail(name.error)
      const isRenamed = await renamePasskey(services, owner, { id, name: name.data })
      return isRenamed ? { ok: true, done: 'renamed' } : { ok: false, error: words.gone }
    },
    'remove-passkey': () => remove(false),
    'remove-last-passkey': () => remove(true),
  }

  async function remove(isSure: boolean): Promise<PasskeyDone> {
    const removed = await removePasskey(services, owner, { id, isSure })
    if (removed.ok) return { ok: true, done: 'removed' }
    return removed.reason === 'last' ? { ok: false, last: id } : { ok: false, error: words.gone }
  }

  return ownValue(acts, intent ?? '')
}

const passkeyName = singleLine({ blank: words.nameMissing, most: 60, tooLong: words.nameTooLong })

const fail = ({ issues }: z.ZodError): PasskeyDone => ({ ok: false, error: issues[0]?.message ?? words.nameMissing })

const ownName = ({ headers }: Request) => deviceName(headers.get('user-agent') ?? '') ?? words.unnamed
