import { answerField, type Question, wholeFile } from '#app/domain/newsletter/imports/import-reading.ts'
import { isDate } from '#app/domain/newsletter/imports/status-words.ts'
import { importPath } from '#app/domain/newsletter/imports/subscriber-import.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { SelectField } from '#app/ui/primitives/select-field.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { fieldState, outcomeId } from '#app/ui/forms/field-state.ts'
import { Note } from '#app/ui/primitives/note.tsx'
import { importPage } from '#content/pages/admin-imports.ts'
import { AboutFile } from './about-file.tsx'
import type { ShownImport } from './import.tsx'

const words = importPage.asks

type ImportQuestionsProps = { shown: Pick<ShownImport, 'id' | 'reading'>; form: FormState }

/** Asks about each value in the file that may mean consent and that we don't recognize. */
export function ImportQuestions({ shown: { id, reading }, form }: ImportQuestionsProps) {
  return (
    <>
      <Note kind="info">{words.intro}</Note>
      <AboutFile reading={reading} />
      <ActionForm className="stack" action={`${importPath(id)}#${outcomeId}`} noValidate>
        {reading?.questions.map((question, index) => (
          <Choice key={answerField(index)} question={question} name={answerField(index)} form={form} />
        ))}
        <IntentButton intent="answer" text={words.button} />
        <IntentButton intent="discard" text={importPage.discard} kind="danger" />
      </ActionForm>
      <p className="hint">{importPage.waits}</p>
    </>
  )
}

function Choice({ question, name, form }: { question: Question; name: string; form: FormState }) {
  const { defaultValue = '', ...state } = fieldState(form, name)
  return (
    <SelectField
      label={
        question.column === wholeFile ? (
          words.wholeFile
        ) : (
          <>
            {question.name || words.column(question.column + 1)}: <span dir="auto">{valueShown(question)}</span>
          </>
        )
      }
      hint={question.isNearlyAll ? `${words.people(question.count)}. ${words.nearlyAll}` : words.people(question.count)}
      name={name}
      required
      options={[
        ['', words.unanswered],
        ['on', words.on],
        ['off', words.off],
      ]}
      defaultValue={defaultValue}
      {...state}
    />
  )
}

function valueShown({ value }: Question) {
  if (value === null) return words.many
  if (value === '') return words.blank
  return isDate(value) ? words.date(value) : `“${value}”`
}
