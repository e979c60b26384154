// What is said in the pictures, in both languages of the page.

export type Words = {
  language: 'en' | 'zh';
  fix: { ask: string; reasoning: string; look: string; found: string; answer: string };
  write: string;
  run: string;
  stream: { ask: string; text: string; queued: string };
  stop: { ask: string; text: string };
  fail: string;
  retry: string;
  rich: { ask: string; answer: string };
};

const table = (head: string, rows: string[]) => [head, '| --- | --- | ---: |', ...rows].join('\n');

export const english: Words = {
  language: 'en',
  fix: {
    ask: 'The total of an order is wrong when an item is free. Find out why and fix it.',
    reasoning:
      'The price of a free item is 0. Somewhere a check probably treats 0 as missing. I look for where prices are read, and at the test that covers it.',
    look: 'I look for where prices are summed up.',
    found: 'A price of 0 falls back to the list price, since `||` takes 0 for missing.',
    answer: [
      'The total is right again. In `src/total.js` the price fell back to the list price with `||`, which takes **0 for missing**; with `??` only a price that is really not there does.',
      '',
      '- Changed: `src/total.js`, one line',
      '- Checked: `node test.js` passes, with the free item in it',
      '',
      'The same pattern is in `src/shipping.js`, where a free delivery would be charged. I left it alone; shall I change it, too?',
    ].join('\n'),
  },
  write: 'Write a short changelog entry about it.',
  run: 'Watch the log for a minute.',
  stream: {
    ask: 'Explain how the page knows what it has missed after a reload.',
    text: 'Every event of a session has a number, and the numbers rise by exactly one. After a reload the page says which number it saw last. The server then either sends ',
    queued: 'And what if the server was restarted?',
  },
  stop: {
    ask: 'List every file of the disk, one by one.',
    text: 'Here they come, one by one:\n\n1. `/bin/bash`\n2. `/bin/cat`\n3. `/bin/chmod`\n4. ',
  },
  fail: 'Are you there?',
  retry: 'And now?',
  rich: {
    ask: 'Compare the three ways to keep a session alive, with an example.',
    answer: [
      '## Three ways',
      '',
      table('| way | works through proxies | cost |', [
        '| ping frames | mostly | 2 bytes |',
        '| messages | always | 15 bytes |',
        '| a new request | always | 700 bytes |',
      ]),
      '',
      'Browsers cannot send pings, so the page sends a message:',
      '',
      '```ts',
      'const timer = setInterval(() => {',
      "  socket.send(JSON.stringify({ type: 'ping' }));",
      '}, 20_000);',
      '```',
      '',
      '> A socket that is half open looks alive from inside. Only an answer proves that it is.',
      '',
      '1. Send one every 20 seconds.',
      '2. Wait 10 seconds for the answer.',
      '3. Then *reconnect*, and say which number you saw last.',
    ].join('\n'),
  },
};

export const chinese: Words = {
  language: 'zh',
  fix: {
    ask: '订单里有免费商品时总价就不对。请找出原因并修好。',
    reasoning: '免费商品的价格是 0。大概有一处判断把 0 当成了“没有价格”。先找价格在哪里汇总，再看测试。',
    look: '先看价格在哪里汇总。',
    found: '价格为 0 时，`||` 把它当作缺失，退回到了标价。',
    answer: [
      '总价已经正确。`src/total.js` 里用 `||` 退回标价，**0 被当成了缺失**；改成 `??` 之后，只有真的没有价格时才会退回。',
      '',
      '- 修改：`src/total.js`，一行',
      '- 检查：`node test.js` 通过，其中包含免费商品',
      '',
      '`src/shipping.js` 里有同样的写法，免运费的订单也会被收费。我没有动它，要一起改吗？',
    ].join('\n'),
  },
  write: '为这次修改写一条更新日志。',
  run: '盯着日志看一分钟。',
  stream: {
    ask: '刷新之后，页面怎么知道自己错过了什么？',
    text: '会话里的每个事件都有编号，编号逐一递增。刷新之后，页面告诉服务器它最后看到的编号，服务器要么补发',
    queued: '要是服务器重启过呢？',
  },
  stop: {
    ask: '把磁盘上的文件一个一个列出来。',
    text: '逐个列出：\n\n1. `/bin/bash`\n2. `/bin/cat`\n3. `/bin/chmod`\n4. ',
  },
  fail: '在吗？',
  retry: '现在呢？',
  rich: {
    ask: '比较保持会话的三种办法，并举个例子。',
    answer: [
      '## 三种办法',
      '',
      table('| 办法 | 能否穿过代理 | 代价 |', [
        '| ping 帧 | 多半可以 | 2 字节 |',
        '| 消息 | 总是可以 | 15 字节 |',
        '| 新的请求 | 总是可以 | 700 字节 |',
      ]),
      '',
      '浏览器不能发 ping，所以页面发一条消息：',
      '',
      '```ts',
      'const timer = setInterval(() => {',
      "  socket.send(JSON.stringify({ type: 'ping' }));",
      '}, 20_000);',
      '```',
      '',
      '> 半开的连接从里面看是活的。只有收到回答，才能证明它真的活着。',
      '',
      '1. 每 20 秒发一次。',
      '2. 等 10 秒。',
      '3. 然后*重新连接*，并说明最后看到的编号。',
    ].join('\n'),
  },
};
