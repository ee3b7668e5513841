import { toTextNumber } from '#app/domain/shared/phone-number.server.ts'
import { consentFields } from '#app/domain/text-messages/consent-fields.ts'
import { consentWords, type TextPurpose } from '#content/text-messages.ts'
import { type RequestContext, servicesContext } from './context.ts'
import type { Typed } from './parse-form.ts'

/** Another company's calendar has appointments of its own. */
export function offersTexts(context: RequestContext) {
  const { textMessages, config } = context.get(servicesContext)
  return textMessages !== undefined && config.schedulingUrl === undefined
}

/**
 * The version of the words with the checked box; none, if these words are not the present ones. Not `ok`: the number can
 * get no texts.
 */
export function readConsent(context: RequestContext, purpose: TextPurpose, typed: Typed, phone: string) {
  const { version } = consentWords[purpose]
  if (!offersTexts(context) || typed[consentFields[purpose]] !== version)
    return { ok: true as const, version: undefined }
  return toTextNumber(phone) === undefined ? { ok: false as const } : { ok: true as const, version }
}
