import type { Lists } from '#app/domain/content/content-record.ts'

/** Those that can be inserted. */
export const listTemplates = (content: Lists) => content.list('reply-templates').filter(({ archived }) => !archived)

export const findTemplate = (content: Lists, id: string) =>
  listTemplates(content).find((template) => template.id === id)

/** What a template names is filled in when it is inserted. */
export type TemplateValues = { name: string; clinic: string }

/** Other text in braces stays as it is. */
export const fillTemplate = (text: string, values: TemplateValues) =>
  text.replaceAll(/\{(name|clinic)\}/g, (_, placeholder: keyof TemplateValues) => values[placeholder])

/** What was written stays, and the template follows it after an empty line. */
export const insertTemplate = (written: string, filled: string) =>
  written.trim() === '' ? filled : `${written.replace(/[\r\n]+$/, '')}\n\n${filled}`
