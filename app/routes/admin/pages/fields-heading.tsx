import type { Fields } from '#app/domain/content/content-schema.ts'
import { Icon } from '#app/ui/primitives/icon.tsx'
import { isEntry } from './canvas/entry-cards.ts'
import { placeOf } from './canvas/place-of.ts'
import { SheetHandle } from './sheet-handle.tsx'
import { pagesWords } from './words.ts'

const words = pagesWords.fields

type FieldsHeadingProps = {
  page: string
  fields: Fields
  /** The field that is chosen, on the page or in the form; or the card of an entry. */
  chosen: string | undefined
  nameOfCard: (path: string) => string
  onStep: (by: 1 | -1) => void
}

/** Above the fields: which one is chosen, and buttons that lead through those on the page. Needs scripts. */
export function FieldsHeading({ page, fields, chosen, nameOfCard, onStep }: FieldsHeadingProps) {
  if (chosen === undefined) return <Heading name={page} about={words.begin} onStep={onStep} />
  if (isEntry(chosen)) return <Heading name={nameOfCard(chosen)} about={page} onStep={onStep} />
  const { labels = [] } = placeOf(fields, chosen) ?? {}
  return <Heading name={labels.at(-1) ?? page} about={labels.slice(0, -1).join(' · ') || page} onStep={onStep} />
}

type HeadingProps = { name: string; about: string; onStep: (by: 1 | -1) => void }

const Heading = ({ name, about, onStep }: HeadingProps) => (
  <div className="fields-heading">
    <SheetHandle />
    <div>
      <h2>{name}</h2>
      <p className="hint">{about}</p>
    </div>
    <StepButton by={-1} label={words.previous} onStep={onStep} />
    <StepButton by={1} label={words.next} onStep={onStep} />
  </div>
)

type StepButtonProps = { by: 1 | -1; label: string; onStep: (by: 1 | -1) => void }

const StepButton = ({ by, label, onStep }: StepButtonProps) => (
  <button
    type="button"
    className={by < 0 ? 'btn-text flipped' : 'btn-text'}
    aria-label={label}
    onClick={() => onStep(by)}
  >
    <Icon name="down" />
  </button>
)
