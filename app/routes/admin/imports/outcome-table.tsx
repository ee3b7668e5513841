import { lineOutcomes, type OutcomeCounts, type ReportLine } from '#app/domain/newsletter/imports/subscriber-import.ts'
import { AddressText } from '#app/ui/site/address-text.tsx'
import { importPage as words } from '#content/pages/admin-imports.ts'

type OutcomeTableProps = { counts: OutcomeCounts; first: ReportLine[]; when: 'before' | 'after' }

export function OutcomeTable({ counts, first, when }: OutcomeTableProps) {
  return (
    <dl className="outcomes">
      {lineOutcomes
        .filter((outcome) => counts[outcome] > 0)
        .map((outcome) => (
          <div key={outcome}>
            <dt>
              <b className="num">{counts[outcome].toLocaleString('en-US')}</b> {words.outcomes[outcome][when]}{' '}
              <span className="hint">{words.outcomes[outcome].why}</span>
            </dt>
            <dd>
              <ul className="row hint">
                {first
                  .filter((line) => line.outcome === outcome)
                  .map(({ line, address }) => (
                    <li key={line}>
                      <span className="hint num">{words.line(line)}</span> <AddressText text={address || words.blank} />
                    </li>
                  ))}
              </ul>
            </dd>
          </div>
        ))}
    </dl>
  )
}
