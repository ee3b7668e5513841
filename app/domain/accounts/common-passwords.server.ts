import passwords from './common-passwords.json' with { type: 'json' }
import words from './common-words.json' with { type: 'json' }

/*!
 * common-passwords.json: the commonest passwords of at least 8 characters, in lower case, the most frequent first. It is
 * part of the list 'passwords-common' of @zxcvbn-ts/language-common 4.1.3 (https://github.com/zxcvbn-ts/zxcvbn), which
 * was counted in published breaches. Its license:
 *
 * Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc.
 * Copyright (c) 2021 @zxcvbn-ts
 *
 * Permission is hereby granted, free of charge, to any person obtaining
 * a copy of this software and associated documentation files (the
 * "Software"), to deal in the Software without restriction, including
 * without limitation the rights to use, copy, modify, merge, publish,
 * distribute, sublicense, and/or sell copies of the Software, and to
 * permit persons to whom the Software is furnished to do so, subject to
 * the following conditions:
 *
 * The above copyright notice and this permission notice shall be
 * included in all copies or substantial portions of the Software.
 *
 * THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND,
 * EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
 * MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
 * NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE
 * LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION
 * OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION
 * WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
 */

/** One text, since a search in it takes microseconds and a set several megabytes. */
const listed = ` ${passwords.join(' ')} `

/** Whether this lowercase password is in the list. */
export const isListed = (password: string) => !password.includes(' ') && listed.includes(` ${password} `)

const known = new Set(words.flatMap((line) => line.split(' ')))

/**
 * Whether these letters are one or two words of common-words.json: what people choose most, by the lists of breached
 * passwords. The rules strip digits, signs and swapped letters first, so one word stands for thousands of passwords.
 * Three words make a passphrase.
 */
export function isMadeOfCommonWords(letters: string) {
  const once = letters.replace(/^(.+?)\1+$/su, '$1')
  if (known.has(once)) return true
  return Array.from({ length: once.length }, (_, cut) => cut).some(
    (cut) => known.has(once.slice(0, cut)) && known.has(once.slice(cut)),
  )
}
