import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import * as words from '#content/letters.ts'
import { renderLetter } from './letter.tsx'

type For<Url extends string> = { clinic: ClinicFacts } & Record<Url, string>

export const accountConfirm = ({ clinic, confirmUrl }: For<'confirmUrl'>) =>
  renderLetter({
    clinic,
    words: words.accountConfirm,
    parts: [{ link: { label: words.accountConfirm.confirm, url: confirmUrl } }],
  })

export const accountKnown = ({ clinic, loginUrl }: For<'loginUrl'>) =>
  renderLetter({
    clinic,
    words: words.accountKnown,
    parts: [{ link: { label: words.accountKnown.login, url: loginUrl } }],
  })

export const passwordReset = ({ clinic, resetUrl }: For<'resetUrl'>) =>
  renderLetter({
    clinic,
    words: words.passwordReset,
    parts: [{ link: { label: words.passwordReset.reset, url: resetUrl } }],
  })

export const passwordChanged = ({ clinic, forgotUrl }: For<'forgotUrl'>) =>
  renderLetter({
    clinic,
    words: words.passwordChanged,
    parts: [{ link: { label: words.passwordChanged.reset, url: forgotUrl } }],
  })
