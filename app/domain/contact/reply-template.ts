export type ReplyTemplate = { id: string; title: string; text: string; revision: number }

/** What a template names is filled in when it is inserted. */
export type TemplateValues = { name: string; clinic: string }

/** Other text in braces stays as it is. */
export const fillTemplate = (text: string, values: TemplateValues) =>
  text.replaceAll(/\{(name|clinic)\}/g, (_, placeholder: keyof TemplateValues) => values[placeholder])

/** What was written stays, and the template follows it after an empty line. */
export const insertTemplate = (written: string, filled: string) =>
  written.trim() === '' ? filled : `${written.replace(/[\r\n]+$/, '')}\n\n${filled}`
