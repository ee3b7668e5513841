import { exportReport } from '#app/domain/newsletter/imports/export-report.server.ts'
import { getActor } from '#app/http/admin.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { csvFile } from '#app/http/csv-file.server.ts'
import { requireFreshStepUp } from '#app/http/step-up.server.ts'
import { importPage, reportPage } from '#content/pages/admin-imports.ts'
import { requireImport } from './require-import.server.ts'
import type { Route } from './+types/report-file.ts'

/** A post, since the export is recorded. */
export async function action({ params, request, context }: Route.ActionArgs) {
  await requireFreshStepUp(context, request)
  const services = context.get(servicesContext)
  const found = await requireImport(context, params.id)
  const when = found.state === 'done' ? 'after' : 'before'
  const { line, address, outcome, why } = reportPage.columns
  const lines = await exportReport(services, getActor(context), found.id, (one) => {
    const words = importPage.outcomes[one.outcome]
    return [one.line, one.address, words[when], words.why]
  })
  return csvFile('import-report', [line, address, outcome, why], lines)
}
