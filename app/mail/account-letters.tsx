import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import * as words from '#content/letters.ts'
import { renderEmail } from './email-frame.tsx'

type For<Url extends string> = { clinic: ClinicFacts } & Record<Url, string>

export const accountConfirm = ({ clinic, confirmUrl }: For<'confirmUrl'>) =>
  renderEmail({
    clinic,
    words: words.accountConfirm,
    parts: [{ link: { label: words.accountConfirm.confirm, url: confirmUrl } }],
  })

export const accountKnown = ({ clinic, loginUrl }: For<'loginUrl'>) =>
  renderEmail({
    clinic,
    words: words.accountKnown,
    parts: [{ link: { label: words.accountKnown.login, url: loginUrl } }],
  })

export const passwordReset = ({ clinic, resetUrl }: For<'resetUrl'>) =>
  renderEmail({
    clinic,
    words: words.passwordReset,
    parts: [{ link: { label: words.passwordReset.reset, url: resetUrl } }],
  })

export const passwordChanged = ({ clinic, forgotUrl }: For<'forgotUrl'>) =>
  renderEmail({
    clinic,
    words: words.passwordChanged,
    parts: [{ link: { label: words.passwordChanged.reset, url: forgotUrl } }],
  })
