import type { Answer } from './answers.server.ts'
import { pagesWords as words } from './words.ts'

type AutosaveStatusProps = { status: 'idle' | 'saving' | 'failed'; saved: Answer['autosaved'] }

/** Always there, so that screen readers notice what it says. */
export const AutosaveStatus = ({ status, saved }: AutosaveStatusProps) => (
  <p className="hint" role="status">
    {status === 'idle' ? saved && describe(saved) : words.autosave[status]}
  </p>
)

const describe = ({ changes, at }: NonNullable<Answer['autosaved']>) =>
  changes > 0 ? `${words.draft.changes(changes)}. ${words.autosave.saved(at)}` : words.autosave.saved(at)
