import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { insertTemplate } from '#app/domain/contact/reply-template.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { MailLink } from '#app/ui/admin/mail-link.tsx'
import { SelectField } from '#app/ui/primitives/select-field.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { fieldState, namedField } from '#app/ui/forms/field-state.ts'
import { Field } from '#app/ui/primitives/field.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { AddressText } from '#app/ui/site/address-text.tsx'
import { adminMessage } from '#content/pages/admin-messages.ts'
import { admin } from '#content/pages/admin.ts'
import { templatesPath } from './inbox-filters.tsx'

const words = adminMessage.reply

type ReplyFormProps = {
  email: string
  subject: string
  replies: { id: string }[]
  replyId: string
  /** Ids and titles. */
  templates: readonly (readonly [string, string])[]
  emailsLeave: boolean
  isServerDown: boolean
  form: FormState
  answer: ReplyAnswer | undefined
}

/** What the page answered to a form. `inserted`: belongs into the reply, after what is written there. */
export type ReplyAnswer = { form?: FormState; inserted?: string }

/** Answers the message by email. */
export const ReplyForm = ({ email, subject, emailsLeave, isServerDown, ...fields }: ReplyFormProps) => (
  <section className="panel stack" aria-labelledby="reply-heading">
    <h2 id="reply-heading">{words.heading}</h2>
    {!emailsLeave && <Note kind="warn">{words.notSetUp}</Note>}
    {emailsLeave && isServerDown && <Note kind="warn">{words.serverDown}</Note>}
    <p className="hint">
      {words.to} <AddressText text={email} />
    </p>
    <ActionForm className="stack" offline={admin.offline} noValidate>
      <ChooseTemplate {...fields} />
      <ReplyFields {...fields} />
      <div className="row">
        <IntentButton
          intent="reply"
          text={emailsLeave ? words.button : words.store}
          kind={emailsLeave ? 'primary' : 'line'}
        />
        <MailLink email={email} subject={subject} className={emailsLeave ? 'btn-text' : 'btn'}>
          {words.ownApp}
        </MailLink>
      </div>
    </ActionForm>
  </section>
)

/** Inserts a template into what is written below. */
const ChooseTemplate = ({ templates, form }: Pick<ReplyFormProps, 'templates' | 'form'>) =>
  templates.length === 0 ? (
    <p>
      <Link to={templatesPath}>{words.template.manage}</Link>
    </p>
  ) : (
    <div className="adm-bar">
      <SelectField
        label={words.template.label}
        name="template"
        options={[['', words.template.choose], ...templates]}
        {...fieldState(form, 'template')}
      />
      <IntentButton intent="insert-template" text={words.template.insert} kind="line" small />
      <Link to={templatesPath}>{words.template.manage}</Link>
    </div>
  )

/** The page follows what colleagues do, but a reply counts as seen only if it was there before this one was begun. */
function ReplyFields({ replies, replyId, ...fields }: Pick<ReplyFormProps, 'replies' | 'replyId' | 'form' | 'answer'>) {
  const [begun] = useState({ seen: replies.at(-1)?.id ?? '', reply: replyId })
  const { values = {} } = fields.form
  return (
    <>
      <ReplyText {...fields} />
      <input type="hidden" name="seen" value={values.seen ?? begun.seen} />
      <input type="hidden" name="reply" value={values.reply ?? begun.reply} />
    </>
  )
}

/** Someone may go on writing while a template is fetched, so it is inserted into what is written by then. */
function ReplyText({ form, answer }: Pick<ReplyFormProps, 'form' | 'answer'>) {
  const field = useRef<HTMLTextAreaElement>(null)
  // Later texts would replace one that nobody has changed.
  const [first] = useState(form.values?.text)
  // In the document that is loaded with an answer, the text is inserted already.
  const shown = useRef(answer)
  useEffect(() => {
    if (shown.current === answer) return
    shown.current = answer
    if (field.current && answer?.inserted !== undefined) insertInto(field.current, answer.inserted)
  }, [answer])
  return (
    <Field
      ref={field}
      multiline
      label={words.label}
      hint={words.hint}
      rows={7}
      dir="auto"
      {...namedField(form, 'text')}
      defaultValue={first}
    />
  )
}

function insertInto(field: HTMLTextAreaElement, text: string) {
  const { selectionStart, selectionEnd } = field
  field.value = insertTemplate(field.value, text)
  field.setSelectionRange(selectionStart, selectionEnd)
}
