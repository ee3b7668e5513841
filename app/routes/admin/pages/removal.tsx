import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import type { Answer } from './answers.server.ts'
import { pagesWords } from './words.ts'

const words = pagesWords.removal

/** What was ahead of it when it was asked. */
export const askedField = 'asked'

type RemovalProps = {
  address: string
  version: number
  isRemoved: boolean
  /** The question, if the button was pressed and it is open. */
  question: Answer['removal']
}

/** Removes an entry of a collection, or puts it back. */
export const Removal = ({ address, version, isRemoved, question }: RemovalProps) => (
  <section className="panel" aria-labelledby="removal">
    <h2 id="removal">{words.heading}</h2>
    <ActionForm className="stack" action={`${address}#${outcomeId}`}>
      <input type="hidden" name="version" value={version} />
      {question && <Question address={address} {...question} />}
      {!question && <p className="hint">{isRemoved ? words.removed : words.hint}</p>}
      {!question && isRemoved && <IntentButton intent="put-back" kind="line" text={words.putBack} />}
      {!question && !isRemoved && <IntentButton intent="remove" kind="danger" text={words.button} />}
    </ActionForm>
  </section>
)

const Question = ({ address, text, asked, intent, from }: { address: string } & NonNullable<Answer['removal']>) => (
  <Note kind="question" id={outcomeId}>
    <p>{text}</p>
    <input type="hidden" name={askedField} value={asked} />
    {from !== undefined && <input type="hidden" name="from" value={from} />}
    <p className="row">
      <ButtonLink kind="line" small href={address}>
        {intent === 'remove' ? words.keep : words.leave}
      </ButtonLink>
      <IntentButton
        intent={intent}
        kind="danger"
        text={intent === 'remove' ? words.anyway : pagesWords.publishAnyway}
      />
    </p>
  </Note>
)
