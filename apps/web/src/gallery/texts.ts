import type { Language } from '../i18n/i18n.ts';

/** What the scenes say. */
export const texts: Record<
  Language,
  {
    ask: string;
    words: string;
    think: string;
    answer: string;
    plan: string;
    next: string;
    reason: string;
    note: string;
    choose: string;
  }
> = {
  en: {
    ask: 'The nightly job fails every Sunday. Find out why, and fix it if it is small.',
    words: 'The schedule looks right. Next I look at what the job does with the date.',
    think:
      'The cron line runs daily, so Sunday is not special there. The script computes `day - 1`, which is 0 on a Monday… on a Sunday `getDay()` gives 0, and then the index is -1.',
    answer: `## It fails because Sunday is day 0

\`getDay()\` gives **0 on a Sunday**, so \`names[day - 1]\` reads before the start of the list and the report gets no name.

1. I changed the index in \`src/nightly/report.ts\` so that it wraps around.
2. I added a test that runs the report for all seven days.
3. All 48 tests pass.

\`\`\`ts
const names = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** The name of a day; \`getDay()\` counts from Sunday. */
export function dayName(date: Date): string {
  return names[(date.getDay() + 6) % 7] ?? 'mon';
}
\`\`\`

| Day | before | now |
|---|---|---:|
| Monday | \`mon\` | 48 ms |
| Sunday | *nothing* | 47 ms |

> The same slip is in \`scripts/weekly.sh\`, but nothing calls that file any more. I left it alone.

- [x] fix and test
- [ ] remove \`scripts/weekly.sh\`: tell me if you want that

More on the calendar rules is in [the documentation](https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/Date/getDay).`,
    plan: `## Make the nightly job work on Sundays

1. **\`src/nightly/report.ts\`**: let the index wrap around, so that Sunday (day 0) gets its name.

\`\`\`ts
return names[(date.getDay() + 6) % 7] ?? 'mon';
\`\`\`

2. **\`src/nightly/report.test.ts\`**: run the report once for each day of a week.
3. Run \`npm test\`, then the job itself with the date of last Sunday.

\`scripts/weekly.sh\` has the same slip, but nothing calls it. I would leave it alone.

- Not touched: the schedule, the mails, the format of the report.
- To be decided by you: whether the old name stays as an alias.`,
    next: 'Then remove scripts/weekly.sh as well',
    reason: 'It changes files in the workspace.',
    note: 'Keep the old name as an alias',
    choose: 'Which package manager should the new script use?',
  },
  zh: {
    ask: '夜间任务每到周日就失败。找出原因，如果改动不大就直接修好。',
    words: '计划时间没有问题，接下来看看任务怎么处理日期。',
    think:
      '定时任务每天都跑，所以问题不在周日本身。脚本里计算了 `day - 1`，周日时 `getDay()` 返回 0，下标就成了 -1。',
    answer: `## 失败的原因：周日是第 0 天

**结论：**\`getDay()\` 在周日返回 **0**，于是 \`names[day - 1]\` 读到了列表开头之前，报告就没有名字。

1. 修改了 \`src/nightly/report.ts\` 里的下标，让它循环取值。
2. 增加了一个测试，覆盖一周七天。
3. 全部 48 个测试通过。

\`\`\`ts
const names = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** 某一天的名字；\`getDay()\` 从周日开始数。 */
export function dayName(date: Date): string {
  return names[(date.getDay() + 6) % 7] ?? 'mon';
}
\`\`\`

| 日期 | 之前 | 现在 |
|---|---|---:|
| 周一 | \`mon\` | 48 毫秒 |
| 周日 | *没有* | 47 毫秒 |

> \`scripts/weekly.sh\` 里有同样的问题，但已经没有地方调用它，所以没有改动。

- [x] 修复并测试
- [ ] 删除 \`scripts/weekly.sh\`：需要的话请告诉我

日历规则的更多说明见[官方文档](https://developer.mozilla.org/zh-CN/docs/Web/JavaScript/Reference/Global_Objects/Date/getDay)。`,
    plan: `## 让夜间任务在周日也能运行

1. **\`src/nightly/report.ts\`**：让下标循环取值，周日（第 0 天）就有名字了。

\`\`\`ts
return names[(date.getDay() + 6) % 7] ?? 'mon';
\`\`\`

2. **\`src/nightly/report.test.ts\`**：对一周七天各运行一次报告。
3. 运行 \`npm test\`，再用上周日的日期运行任务本身。

\`scripts/weekly.sh\` 里有同样的问题，但没有地方调用它，我建议不动。

- 不改动：计划时间、邮件和报告的格式。
- 需要你决定：旧名字是否保留为别名。`,
    next: '那就把 scripts/weekly.sh 也删掉',
    reason: '会修改工作区里的文件。',
    note: '保留旧名字作为别名',
    choose: '新脚本用哪个包管理器？',
  },
};

export const listing = `drwxr-xr-x 6 ana ana 4096 Jan  4 18:20 .
drwxr-xr-x 9 ana ana 4096 Jan  2 11:02 ..
-rw-r--r-- 1 ana ana  812 Jan  4 18:20 package.json
drwxr-xr-x 2 ana ana 4096 Jan  4 18:20 scripts
drwxr-xr-x 4 ana ana 4096 Jan  4 18:20 src`;

export const patch = `--- a/src/nightly/report.ts
+++ b/src/nightly/report.ts
@@ -12,7 +12,8 @@
 const names = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

 export function dayName(date: Date): string {
-  return names[date.getDay() - 1];
+  // getDay() counts from Sunday.
+  return names[(date.getDay() + 6) % 7] ?? 'mon';
 }
`;
