import { data, redirectDocument } from 'react-router'
import { confirmForm, nameForm, passwordForm } from '#app/domain/accounts/account-forms.server.ts'
import {
  changePassword,
  deleteAccount,
  type CurrentSession,
  endSessions,
} from '#app/domain/accounts/my-account.server.ts'
import { checkPassword } from '#app/domain/accounts/check-password.server.ts'
import { signInPath } from '#app/domain/accounts/sign-in-path.ts'
import type { TooMany } from '#app/domain/limits/limits.server.ts'
import { ownValue } from '#app/domain/shared/own-value.ts'
import { pageContext, servicesContext, type RequestContext } from '#app/http/context.ts'
import { redirectWithFlash, setFlash } from '#app/http/flash.ts'
import { getLoginClient } from '#app/http/known-device.server.ts'
import { tryLoad } from '#app/http/load.ts'
import type { Typed } from '#app/http/parse-form.ts'
import { findPasskeyAct, startPasskey } from '#app/http/passkeys.server.ts'
import { type FormAnswer, showForm, submitForm, submitLimited } from '#app/http/submit.server.ts'
import { getTexts } from '#app/http/texts.server.ts'
import { getSignedIn, type SignedIn } from '#app/http/viewer.server.ts'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { loginPage } from '#content/pages/login.ts'
import { profilePage as words } from '#content/pages/profile.ts'
import { passkeys } from '#content/pages/passkeys.ts'
import { getPasswordRules, showRejected } from './password-forms.server.ts'

export type ProfileForm = 'name' | 'password' | 'passkeys' | 'sign-ins' | 'delete'

type Post = { request: Request; context: RequestContext; who: SignedIn; session: CurrentSession; typed: Typed }

export const toLogin = signInPath('/profile')

/** One of the profile's forms, by the button pressed; its outcome is shown next to it. */
export async function receiveProfile(request: Request, context: RequestContext, typed: Typed) {
  const { about, failure, receive } = ownValue(receivers, typed.intent ?? '') ?? otherReceiver(typed)
  const read = await tryLoad(context, async () => ({ who: await getSignedIn(request, context) }))
  if (read && !read.who) return redirectDocument(toLogin, 303)
  const answer = read?.who
    ? await receive(toPost(request, context, read.who, typed))
    : showForm(typed, 503, { error: failure })
  if (answer instanceof Response) return answer
  return data({ ...answer.data, about }, answer.init ?? undefined)
}

function toPost(request: Request, context: RequestContext, who: SignedIn, typed: Typed): Post {
  const { accountId, sessionId, email } = who
  const session = { accountId, sessionId, client: getLoginClient(request, context, email), now: Date.now() }
  return { request, context, who, session, typed }
}

type Receiver = { about: ProfileForm; failure: string; receive: (post: Post) => Promise<FormAnswer> }

const oneSignIn: Receiver = { about: 'sign-ins', failure: words.signIns.failure, receive: endSignIn }
const passkeyReceiver: Receiver = { about: 'passkeys', failure: passkeys.failure, receive: actOnPasskey }

const otherReceiver = ({ intent = '' }: Typed) => (intent.endsWith('-passkey') ? passkeyReceiver : oneSignIn)

const receivers: Record<string, Receiver> = {
  name: { about: 'name', failure: words.name.failure, receive: rename },
  password: { about: 'password', failure: words.password.failure, receive: newPassword },
  'start-passkey': { ...passkeyReceiver, receive: startPasskeyForPassword },
  everywhere: { ...oneSignIn, receive: signOutEverywhere },
  delete: { about: 'delete', failure: words.remove.failure, receive: remove },
}

function rename({ context, who, typed }: Post) {
  const form = { schema: nameForm, failure: words.name.failure }
  return submitForm(context, typed, form, async ({ name = '' }) => {
    await context.get(servicesContext).signIn.rename(who.accountId, name)
    return saved(context, 'name', words.saved.name)
  })
}

function newPassword({ context, session, typed }: Post) {
  const form = { schema: passwordForm, failure: words.password.failure, tooMany: loginPage.login.tooMany }
  return submitForm(context, typed, form, async ({ current, password }) => {
    const changed = await changePassword(context.get(servicesContext), session, {
      current,
      password,
      rules: getPasswordRules(context),
      from: context.get(pageContext).clientAddress,
    })
    if (changed.ok) return saved(context, 'password', words.saved.password)
    if (changed.reason === 'gone') return redirectDocument('/login', 303)
    if (changed.reason === 'wrong') return showForm(typed, 400, { fieldErrors: { current: words.password.wrong } })
    return showRejected(context, typed, changed)
  })
}

/** A passkey outlives the session, so a browser that was left open must not be enough to add one. */
function startPasskeyForPassword({ request, context, who, session, typed }: Post) {
  const form = { schema: confirmForm, failure: passkeys.failure, tooMany: loginPage.login.tooMany }
  return submitForm(context, typed, form, async ({ password }) => {
    if (!mayHavePasskeys(who)) return showForm(typed, 403, { error: passkeys.failure })
    const known = await checkPassword(context.get(servicesContext), {
      accountId: who.accountId,
      password,
      client: session.client,
      now: session.now,
    })
    if (known.ok) return data({ form: {}, newPasskey: await startPasskey(request, context) })
    if (known.reason === 'wrong') return showForm(typed, 400, { fieldErrors: { password: words.password.wrong } })
    return showRejected(context, typed, known)
  })
}

function actOnPasskey({ request, context, who, typed }: Post) {
  return submitLimited(context, {}, { failure: passkeys.failure }, async () => {
    const act = mayHavePasskeys(who) && findPasskeyAct(request, context, who, typed)
    const acted = act ? await act() : undefined
    if (!acted) return showForm({}, 403, { error: passkeys.failure })
    if (acted.ok) return saved(context, 'passkeys', words.saved[`passkey-${acted.done}`])
    return showForm({}, 400, { error: 'last' in acted ? passkeys.failure : acted.error })
  })
}

/** Those of people who work here are on the Security page, which asks who is there. */
const mayHavePasskeys = ({ access, isVerified }: SignedIn) => access === undefined && isVerified

async function endSignIn({ context, session, typed }: Post): Promise<FormAnswer> {
  const id = /^end:(.{1,100})$/.exec(typed.intent ?? '')?.[1]
  if (!id) return showForm(typed, 400, {})
  return submitSessions(context, async () => {
    await endSessions(context.get(servicesContext), session, id)
    return id === session.sessionId ? redirectDocument('/', 303) : saved(context, 'sign-ins', words.saved['sign-ins'])
  })
}

function signOutEverywhere({ context, session }: Post): Promise<FormAnswer> {
  return submitSessions(context, async () => {
    await endSessions(context.get(servicesContext), session)
    return redirectDocument('/', 303)
  })
}

const submitSessions = (context: RequestContext, work: () => Promise<FormAnswer | TooMany>) =>
  submitLimited(context, {}, { failure: words.signIns.failure }, work)

function remove({ context, who, session, typed }: Post) {
  const form = { schema: confirmForm, failure: words.remove.failure, tooMany: loginPage.login.tooMany }
  const deps = context.get(servicesContext)
  return submitForm(context, typed, form, async ({ password }) => {
    const input = { password, isStaff: who.access !== undefined }
    const removed = await deleteAccount(deps, session, input)
    if (removed.ok) {
      setFlash(context, { on: '/', text: words.remove.done })
      return redirectDocument(`/#${outcomeId}`, 303)
    }
    if (removed.reason === 'gone') return showForm(typed, 403, { error: getTexts(context, 'profile').remove.admin })
    if (removed.reason === 'wrong') return showForm(typed, 400, { fieldErrors: { password: words.remove.wrong } })
    return showRejected(context, typed, removed)
  })
}

const saved = (context: RequestContext, about: ProfileForm, text: string) =>
  redirectWithFlash(context, '/profile', { about, text })
