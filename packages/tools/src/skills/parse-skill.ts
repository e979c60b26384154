// From the text of a `SKILL.md` to the skill, or to what is wrong with it and on which line. The form is that of
// agentskills.io: the name is its folder's.
import * as z from 'zod';
import { readFrontMatter } from '../text/front-matter.ts';

export type SkillText = { name: string; description: string; body: string };
export type SkillFault = { line: number; problem: string };

const Fields = z.object({
  name: z
    .string('it must be a text')
    .max(64, 'it may have 64 characters')
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'it must be of lower case letters, digits and single dashes'),
  description: z
    .string('it must be a text that says when to use the skill')
    .trim()
    .min(1, 'it must not be empty')
    .max(1024, 'it may have 1024 characters'),
});

/** `folder`: the name of the folder that the file is in. */
export function parseSkill(folder: string, text: string): SkillText | SkillFault {
  const matter = readFrontMatter(text);
  if (!matter) return { line: 1, problem: 'There is no front matter with name and description.' };
  if ('problem' in matter) return { line: matter.line ?? 1, problem: matter.problem };
  const parsed = Fields.safeParse(matter.fields);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = String(issue?.path[0] ?? '');
    const there = field in matter.fields;
    const problem = there ? `"${field}" cannot be used: ${issue?.message}.` : `"${field}" is missing.`;
    return { line: matter.lineOf(field) ?? 1, problem };
  }
  if (parsed.data.name !== folder)
    return {
      line: matter.lineOf('name') ?? 1,
      problem: `The name "${parsed.data.name}" is not that of its folder, "${folder}".`,
    };
  return { ...parsed.data, body: matter.body };
}
