const emoji = new RegExp(String.raw`\p{RGI_Emoji}`, 'gv');
/** East_Asian_Width W and F of Unicode (UAX 11), and text that becomes an emoji. */
const wide =
  /[\u1100-\u115f\u2329\u232a\u2630-\u2637\u268a-\u268f\u2e80-\u303e\u3041-\u3247\u3250-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1d300}-\u{1d376}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}\p{Emoji_Modifier_Base}]/gu;
const marks = /[\p{Mn}\p{Me}]/gu;

/** The columns that text takes: two for emoji and for the letters of East Asia, none for marks on the letter before. */
export function columnsOf(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  return [...text.replaceAll(emoji, '  ').replaceAll(marks, '').replaceAll(wide, '  ')].length;
}
