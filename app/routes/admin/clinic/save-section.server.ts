import { redirect } from 'react-router'
import type { z } from 'zod'
import { restoreSection, saveSection } from '#app/domain/clinic/save-section.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import {
  hoursForm,
  noticeForm,
  addressForm,
  emailsForm,
  phonesForm,
  reminderForm,
} from '#app/domain/clinic/clinic-forms.server.ts'
import type { Notice, Section, SectionFacts } from '#app/domain/clinic/sections.ts'
import { clinicDate } from '#app/domain/shared/clinic-time.ts'
import { getActor } from '#app/http/admin.server.ts'
import { askAboutClaims } from '#app/http/ask-about-claims.server.ts'
import { servicesContext, type RequestContext } from '#app/http/context.ts'
import { checkFields, type Typed } from '#app/http/parse-form.ts'
import { summarizeWith } from '#app/ui/admin/section-summary.ts'
import { clinicAdminPage as words } from '#content/pages/admin-clinic.ts'
import { answer, done, parseRevision, submitSection } from './answers.server.ts'
import { findItemName, saveItem } from './items.server.ts'

export async function saveSectionForm(context: RequestContext, typed: Typed) {
  const item = findItemName(context.get(servicesContext).content, typed.section ?? '')
  if (item) return saveItem(context, item, typed)
  const section = typed.section as Section
  const form = findForm(section, clinicDate(Date.now(), clinicTimeZone))
  if (!form) return redirect('/admin/clinic', 303)
  if (typed.intent === 'restore') return restore(context, section, typed)
  const isReset = typed.intent === 'reset'
  const checked = isReset ? { ok: true as const, values: undefined } : checkFields(typed, form)
  if (!checked.ok) return answer(section, typed, 400, { fieldErrors: checked.errors })

  const { asked, wereShown } = askAboutClaims(getProse(checked.values), typed)
  if (asked) return answer(section, typed, 400, {}, { claims: asked })

  return submitSection(context, section, typed, async () => {
    const deps = context.get(servicesContext)
    const change = {
      section,
      facts: keepClosure(deps.clinic.saved().notice.facts, checked.values),
      over: parseRevision(typed),
      claimsShown: wereShown,
      inWords: summarizeWith(section, Date.now()),
      now: Date.now(),
    }
    const saved = await saveSection(deps, getActor(context), change)
    if (saved.ok) return done(context, section, isReset ? words.isDefault : words.saved)
    return answerMeanwhile(context, section, typed)
  })
}

/** Shows what it said in an earlier version again. */
const restore = (context: RequestContext, section: Section, typed: Typed) =>
  submitSection(context, section, typed, async () => {
    const restored = await restoreSection(context.get(servicesContext), getActor(context), {
      section,
      from: /^\d{1,9}$/.test(typed.from ?? '') ? Number(typed.from) : -1,
      over: parseRevision(typed),
      now: Date.now(),
    })
    if (restored.ok) return done(context, section, words.restored)
    if (restored.reason === 'unknown-version') return answer(section, {}, 404, { error: words.unknownVersion })
    return answerMeanwhile(context, section)
  })

type Facts = NonNullable<SectionFacts[Section]>

/** A notice with new text but the same last day still belongs to its closure. */
const keepClosure = (saved: Notice | null, value: Facts | undefined) =>
  value && 'until' in value && saved?.closure && saved.until === value.until
    ? { ...value, closure: saved.closure }
    : value

/** The text in the section that the admin wrote for visitors. */
const getProse = (values: Facts | undefined) => (values && 'text' in values ? values.text : '')

/** Undefined for an unknown section. */
function findForm(section: string, today: Temporal.PlainDate): z.ZodType<Facts> | undefined {
  const forms = {
    address: addressForm,
    phones: phonesForm,
    emails: emailsForm,
    hours: hoursForm,
    reminder: reminderForm,
    notice: noticeForm(today),
  }
  return Object.hasOwn(forms, section) ? forms[section as keyof typeof forms] : undefined
}

/** Shows what the other change saved; the fields show what was typed here. */
async function answerMeanwhile(context: RequestContext, section: Section, typed?: Typed) {
  const { clinic, content } = context.get(servicesContext)
  // It may have been saved by another process.
  await content.reload()
  const saved = summarizeWith(section, Date.now())(clinic.saved())
  const { error, there, advice } = words.meanwhile
  if (!typed) return answer(section, {}, 409, { error, advice: `${there(saved)}.` })
  return answer(section, typed, 409, { error, advice: `${there(saved)}. ${advice}` }, { conflict: true })
}
