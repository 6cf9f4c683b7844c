-- Uses `scenarios language-server` in Neovim, set up as the article says, and prints what people
-- would see.
local folder = vim.fn.getcwd()
local path = folder .. '/Scenarios/facts.yaml'
local other = folder .. '/Scenarios/other.yaml'

vim.cmd('edit ' .. path)
local function fail(text)
  print('failed: ' .. text)
  vim.cmd('cquit')
end

local function wait(text, is_there)
  if not vim.wait(30000, is_there, 20) then fail(text) end
end

local client

local function ask(method, line, word, more)
  local text = vim.api.nvim_buf_get_lines(0, line - 1, line, false)[1]
  local column = text:find(word, 1, true) + 2
  vim.api.nvim_win_set_cursor(0, { line, column })
  local parameters = vim.tbl_extend('force', vim.lsp.util.make_position_params(), more or {})
  local answers = vim.lsp.buf_request_sync(0, method, parameters, 30000)
  if not answers then fail(method) end
  local answer = answers[client]
  if answer.error then fail(method .. ': ' .. answer.error.message) end
  return answer.result
end

local function try()
  wait('attach', function() return #vim.lsp.get_active_clients() > 0 end)
  client = vim.lsp.get_active_clients()[1].id

  -- Diagnostics
  vim.api.nvim_buf_set_lines(0, 6, 7, false, { '    when: the scren appears' })
  wait('diagnostics', function() return #vim.diagnostic.get(0) > 0 and vim.diagnostic.get(0)[1].code == 'unknown-step' end)
  print('diagnostic: ' .. vim.diagnostic.get(0)[1].message:match('[^\n]*'))
  vim.api.nvim_buf_set_lines(0, 6, 7, false, { '    when: the screen appears' })
  wait('no diagnostics', function() return #vim.diagnostic.get(0) == 0 end)
  print('diagnostics: none')

  -- Completion
  local labels = {}
  for _, item in ipairs(ask('textDocument/completion', 7, 'the screen').items) do
    table.insert(labels, item.label)
  end
  print('completion: ' .. tostring(vim.tbl_contains(labels, 'the screen appears')))

  -- Hover, definition and references
  print('hover: ' .. ask('textDocument/hover', 7, 'the screen').contents.value:match('[^\n]*'))
  local state
  wait('state', function()
    state = ask('textDocument/hover', 7, 'the screen').contents.value
    return state:find('After this step', 1, true)
  end)
  print(state:match('state: %a*'))
  print('definition: ' .. ask('textDocument/definition', 7, 'the screen').uri:match('[^/]*$'))
  local uses = ask('textDocument/references', 3, 'facts', { context = { includeDeclaration = true } })
  print('references: ' .. #uses)

  -- Rename, in an open file and in one on disk
  vim.lsp.util.apply_workspace_edit(ask('textDocument/rename', 3, 'facts', { newName = 'truths' }), 'utf-16')
  print('renamed: ' .. vim.api.nvim_buf_get_lines(0, 2, 3, false)[1])
  vim.cmd('silent wall')
  print('renamed: ' .. vim.fn.readfile(other)[3])

  -- Formatting
  vim.api.nvim_buf_set_lines(0, 2, 3, false, { 'tags:   [truths]' })
  vim.lsp.buf.formatting_sync({}, 30000)
  print('formatted: ' .. vim.api.nvim_buf_get_lines(0, 2, 3, false)[1])
end

-- After an error, Neovim would wait for somebody.
local succeeded, problem = pcall(try)
if not succeeded then fail(problem) end
vim.cmd('qall!')
