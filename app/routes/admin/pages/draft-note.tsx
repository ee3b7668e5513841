import { Note } from '#app/ui/primitives/note.tsx'
import { CompareLink } from './page-comparison.tsx'
import { pagesWords } from './words.ts'

const words = pagesWords.draft

type DraftNoteProps = {
  address: string
  draft: {
    changes: number
    saved: { when: string; who: string }
    publishAt: string | undefined
    problem: keyof typeof words.problems | undefined
  }
}

/** That there is a draft, and what becomes of it. */
export const DraftNote = ({ address, draft: { changes, saved, publishAt, problem } }: DraftNoteProps) => (
  <Note kind={problem ? 'error' : 'info'}>
    <p>
      <b>{words.changes(changes)}.</b> {words.savedBy(saved.when, saved.who)}.
    </p>
    {publishAt && <p>{words.scheduledFor(publishAt)}.</p>}
    {problem && <p>{words.problems[problem]}</p>}
    <p>
      <CompareLink address={address} from="draft" text={pagesWords.compare.draft} />
    </p>
  </Note>
)
